/**
 * Counts the refused requests of a stopped agent and records them together: some clients repeat a refused request
 * for ever, and the journal must not become the next runaway.
 */
import { present } from '../base/present.ts';
import type { CallAsk, GateRefusal } from '../core/index.ts';
import type { AgentChain } from './agent-chain.ts';
import { estimateOf } from './call-records.ts';
import type { Recorder } from './recorder.ts';

const FLUSH_MS = 60_000;
/** Refusals that the core does not see, with their codes. */
const NOTED: Readonly<Partial<Record<GateRefusal['kind'], string>>> = {
  request_unreadable: 'REQUEST_UNREADABLE',
  spending_unseen: 'SPENDING_UNSEEN',
  team_budget_spent: 'TEAM_BUDGET_SPENT',
  TOKEN_BUDGET_EXCEEDED: 'TOKEN_BUDGET_EXCEEDED',
  RATE_LIMIT_EXCEEDED: 'RATE_LIMIT_EXCEEDED',
};

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
  count(chain: AgentChain, ask: CallAsk, { kind, reason }: GateRefusal): void {
    // Words are part of it where they are few: who asks cannot choose them.
    const key = JSON.stringify([ask.agent, ask.session ?? '', kind, ask.unread ?? '']);
    const known = this.#counted.get(key);
    if (known !== undefined) {
      known.count += 1;
      return;
    }
    this.#counted.set(key, { chain, ask, count: 0 });
    const code = NOTED[kind];
    if (code !== undefined) this.#note(chain, ask, `${code}: a request was refused: ${reason}`);
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

  /** A hold or a budget is known to who reads the journal; why else a request was refused is said beside it. */
  #note(chain: AgentChain, { agent, session }: CallAsk, details: string): void {
    this.#recorder.try(chain, {
      type: 'signal',
      timestamp: this.#recorder.clock.now(),
      agent,
      ...present({ session }),
      source: 'policy',
      change: 'note',
      details,
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
