/**
 * Counts the refused requests of a stopped agent and records them together: some clients repeat a refused request
 * for ever, and the journal must not become the next runaway.
 */
import { present } from '../base/present.ts';
import { recordedCost, type AdmitRecord, type AgentRecord, type CallAsk } from '../core/index.ts';
import type { AgentLine } from './agent-line.ts';
import type { Clock } from './clock.ts';

const FLUSH_MS = 60_000;

interface Counted {
  readonly line: AgentLine;
  readonly ask: CallAsk;
  count: number;
}

/** What a call asks for, as a record says it. */
export function estimateOf({ estimateTokens, estimateMicroUsd }: CallAsk): AdmitRecord['estimate'] {
  return {
    ...recordedCost(estimateMicroUsd === undefined ? {} : { costMicroUsd: estimateMicroUsd }),
    tokenCount: estimateTokens,
    toolCalls: 0,
  };
}

/** Refused requests that are not recorded yet. */
export class Refusals {
  readonly #clock: Clock;
  readonly #record: (line: AgentLine, record: AgentRecord) => void;
  readonly #counted = new Map<string, Counted>();
  #timer: NodeJS.Timeout | null = null;

  constructor(clock: Clock, record: (line: AgentLine, record: AgentRecord) => void) {
    this.#clock = clock;
    this.#record = record;
  }

  /** One more. The first is recorded at once, so that a stop can be seen to work. */
  count(line: AgentLine, ask: CallAsk): void {
    const key = JSON.stringify([ask.agent, ask.session ?? '']);
    const known = this.#counted.get(key);
    if (known !== undefined) {
      known.count += 1;
      return;
    }
    this.#counted.set(key, { line, ask, count: 0 });
    this.#write(line, ask, 1);
    this.#timer ??= setTimeout(() => this.flush(), FLUSH_MS).unref();
  }

  /** Records what was counted. */
  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const counted = [...this.#counted.values()];
    this.#counted.clear();
    for (const { line, ask, count } of counted) if (count > 0) this.#write(line, ask, count);
  }

  #write(line: AgentLine, ask: CallAsk, repeats: number): void {
    const { agent, session, thread, purpose } = ask;
    // Under budgets the core must see what was asked for, or it would say that it passes.
    const isBudgeted = line.latest.envelope.budgets !== undefined;
    const estimate = isBudgeted ? estimateOf(ask) : { tokenCount: 0, toolCalls: 0 };

    this.#record(line, {
      type: 'admit',
      timestamp: this.#clock.now(),
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
