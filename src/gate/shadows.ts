/**
 * What rules in shadow would have done, recorded: the one way for all of them, whoever applies the rule.
 *
 * What comes again within a minute is recorded together (`repeat-tally.ts`).
 */
import { clipText } from '../base/clip-text.ts';
import { present } from '../base/present.ts';
import type { GateRefusal, NoteRecord, Would } from '../core/index.ts';
import type { AgentChain } from './chain/agent-chain.ts';
import type { Passage } from './passage.ts';
import type { Recorder } from './recorder.ts';
import { RepeatTally } from './repeat-tally.ts';

/** What would have been done, and where. */
export interface WouldHave {
  readonly agent: string;
  readonly session?: string;
  readonly thread?: string;
  readonly source: NoteRecord['source'];
  readonly would: Pick<Would, 'rule' | 'act' | 'name'>;
  /** In words, with the numbers. */
  readonly why: string;
}

/** A reason may be long; what is recorded of it is bounded. */
const WHY_BYTES_MAX = 1_024;

/** Deeds that were not done. */
export class Shadows {
  readonly #recorder: Recorder;
  readonly #tally = new RepeatTally<WouldHave>((chain, what, times) =>
    this.#write(chain, what, times),
  );

  constructor(recorder: Recorder) {
    this.#recorder = recorder;
  }

  /** A rule would have acted. */
  note(chain: AgentChain, what: WouldHave): void {
    const { agent, session = '', would } = what;
    const key = JSON.stringify([agent, session, would.rule, would.act, would.name ?? '']);
    this.#tally.count(key, chain, what);
  }

  /** Records what was counted. */
  flush(): void {
    this.#tally.flush();
  }

  #write(chain: AgentChain, what: WouldHave, times: number): void {
    const { agent, session, thread, source, would, why } = what;
    this.#recorder.try(chain, {
      type: 'signal',
      timestamp: this.#recorder.clock.now(),
      agent,
      ...present({ session, thread }),
      source,
      change: 'note',
      details: clipText(why, WHY_BYTES_MAX),
      would: { ...would, ...(times === 1 ? {} : { times }) },
    });
  }
}

/** A rule in shadow would have refused a call: recorded, and nothing else. */
export function noteWould(
  shadows: Shadows,
  { ask, chain }: Pick<Passage, 'ask' | 'chain'>,
  would: WouldHave['would'],
  { reason: why }: Pick<GateRefusal, 'reason'>,
): null {
  const { agent, session, thread } = ask;
  shadows.note(chain, { agent, ...present({ session, thread }), source: 'policy', would, why });
  return null;
}
