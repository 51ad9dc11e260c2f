/**
 * What rules in shadow would have done, recorded: the one way for all of them, whoever applies the rule.
 *
 * The first time is recorded at once. What comes again within a minute is counted and recorded together, so that a rule
 * that would have refused every call does not fill the journal.
 */
import { clipText } from '../base/clip-text.ts';
import { present } from '../base/present.ts';
import type { NoteRecord, Would } from '../core/index.ts';
import type { AgentChain } from './agent-chain.ts';
import type { Recorder } from './recorder.ts';

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

interface Counted {
  readonly chain: AgentChain;
  readonly what: WouldHave;
  times: number;
}

const FLUSH_MS = 60_000;
/** A reason may be long; what is recorded of it is bounded. */
const WHY_BYTES_MAX = 1_024;

/** Deeds that were not done. */
export class Shadows {
  readonly #recorder: Recorder;
  readonly #counted = new Map<string, Counted>();
  #timer: NodeJS.Timeout | null = null;

  constructor(recorder: Recorder) {
    this.#recorder = recorder;
  }

  /** A rule would have acted. */
  note(chain: AgentChain, what: WouldHave): void {
    const { agent, session = '', would } = what;
    const key = JSON.stringify([agent, session, would.rule, would.act, would.name ?? '']);
    const known = this.#counted.get(key);
    if (known !== undefined) {
      known.times += 1;
      return;
    }
    this.#counted.set(key, { chain, what, times: 0 });
    this.#write(chain, what, 1);
    this.#timer ??= setTimeout(() => this.flush(), FLUSH_MS).unref();
  }

  /** Records what was counted. */
  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const counted = [...this.#counted.values()];
    this.#counted.clear();
    for (const { chain, what, times } of counted) if (times > 0) this.#write(chain, what, times);
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
