/**
 * Counts the refused requests of a stopped agent and records them together: some clients repeat a refused request
 * for ever, and the journal must not become the next runaway.
 */
import { present } from '../base/present.ts';
import type { CallAsk } from '../core/index.ts';
import type { AgentChain } from './agent-chain.ts';
import { estimateOf } from './call-records.ts';
import type { Recorder } from './recorder.ts';

const FLUSH_MS = 60_000;

interface Counted {
  readonly chain: AgentChain;
  readonly ask: CallAsk;
  count: number;
}

/** Refused requests that are not recorded yet. */
export class Refusals {
  readonly #recorder: Recorder;
  readonly #counted = new Map<string, Counted>();
  #timer: NodeJS.Timeout | null = null;

  constructor(recorder: Recorder) {
    this.#recorder = recorder;
  }

  /** One more. The first is recorded at once, so that a stop can be seen to work. */
  count(chain: AgentChain, ask: CallAsk): void {
    const key = JSON.stringify([ask.agent, ask.session ?? '', ask.unread ?? '']);
    const known = this.#counted.get(key);
    if (known !== undefined) {
      known.count += 1;
      return;
    }
    this.#counted.set(key, { chain, ask, count: 0 });
    this.#noteUnread(chain, ask);
    this.#write(chain, ask, 1);
    this.#timer ??= setTimeout(() => this.flush(), FLUSH_MS).unref();
  }

  /** Records what was counted. */
  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const counted = [...this.#counted.values()];
    this.#counted.clear();
    for (const { chain, ask, count } of counted) if (count > 0) this.#write(chain, ask, count);
  }

  /** What stands against a request is a hold or a budget, and known; that it could not be read is said beside it. */
  #noteUnread(chain: AgentChain, { agent, session, unread }: CallAsk): void {
    if (unread === undefined) return;
    this.#recorder.try(chain, {
      type: 'signal',
      timestamp: this.#recorder.clock.now(),
      agent,
      ...present({ session }),
      source: 'policy',
      change: 'note',
      details: `REQUEST_UNREADABLE: a model call was refused: ${unread}`,
    });
  }

  #write(chain: AgentChain, ask: CallAsk, repeats: number): void {
    const { agent, session, thread, purpose } = ask;
    // Under budgets the core must see what was asked for, or it would say that it passes.
    const isBudgeted = chain.latest.envelope.budgets !== undefined;
    const estimate = isBudgeted ? estimateOf(ask) : { tokenCount: 0, toolCalls: 0 };
    this.#recorder.try(chain, {
      type: 'admit',
      timestamp: this.#recorder.clock.now(),
      agent,
      ...present({ session }),
      ...(thread === undefined || !isBudgeted ? {} : { thread }),
      purpose,
      estimate,
      reserve: false,
      repeats,
    });
  }
}
