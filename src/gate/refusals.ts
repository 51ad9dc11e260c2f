/**
 * Counts the refused requests of a stopped agent and records them together: some clients repeat a refused request
 * for ever, and the journal must not become the next runaway.
 */
import { present } from '../base/present.ts';
import type { CallAsk, GateRefusal } from '../core/index.ts';
import { estimateOf } from './call-records.ts';
import type { AgentChain } from './chain/agent-chain.ts';
import type { Recorder } from './recorder.ts';
import { RepeatTally } from './repeat-tally.ts';

/** Refusals that the core does not see, with their codes. */
const NOTED: Readonly<Partial<Record<GateRefusal['kind'], string>>> = {
  request_unreadable: 'REQUEST_UNREADABLE',
  spending_unseen: 'SPENDING_UNSEEN',
  model_not_allowed: 'MODEL_NOT_ALLOWED',
  team_budget_spent: 'TEAM_BUDGET_SPENT',
  TOKEN_BUDGET_EXCEEDED: 'TOKEN_BUDGET_EXCEEDED',
  RATE_LIMIT_EXCEEDED: 'RATE_LIMIT_EXCEEDED',
};

interface Refused {
  readonly ask: CallAsk;
  /** What stands binds this conversation alone. */
  readonly isAlone: boolean;
  /** What is said beside the first; null where the journal tells it anyway. */
  readonly note: string | null;
}

/** Refused requests that are not recorded yet. */
export class Refusals {
  readonly #recorder: Recorder;
  readonly #tally = new RepeatTally<Refused>((chain, { ask, isAlone, note }, times, isFirst) => {
    if (isFirst && note !== null) this.#note(chain, ask, note);
    this.#write(chain, ask, { repeats: times, isAlone });
  });

  constructor(recorder: Recorder) {
    this.#recorder = recorder;
  }

  /** One more. The first is recorded at once, so that a stop can be seen to work. */
  count(chain: AgentChain, ask: CallAsk, { kind, reason, subagent }: GateRefusal): void {
    // Words are part of it where they are few: who asks cannot choose them.
    const whom = [ask.agent, ask.session ?? '', ...(subagent === undefined ? [] : [subagent])];
    const key = JSON.stringify([...whom, kind, ask.unread ?? '']);
    const code = NOTED[kind];
    const note = code === undefined ? null : `${code}: a request was refused: ${reason}`;
    this.#tally.count(key, chain, { ask, isAlone: subagent !== undefined, note });
  }

  /** Records what was counted. */
  flush(): void {
    this.#tally.flush();
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

  #write(
    chain: AgentChain,
    ask: CallAsk,
    { repeats, isAlone }: Pick<Refused, 'isAlone'> & { readonly repeats: number },
  ): void {
    const { agent, session, thread, purpose, parent } = ask;
    // Under budgets the core must see what was asked for, or it would say that it passes.
    const isBudgeted = chain.latest.envelope.budgets !== undefined;
    const estimate = isBudgeted ? estimateOf(ask) : { tokenCount: 0, toolCalls: 0 };
    this.#recorder.try(chain, {
      type: 'admit',
      timestamp: this.#recorder.clock.now(),
      agent,
      ...present({ session }),
      ...(thread === undefined || !(isBudgeted || isAlone) ? {} : { thread }),
      purpose,
      estimate,
      reserve: false,
      repeats,
      ...(isAlone ? present({ parent }) : {}),
    });
  }
}
