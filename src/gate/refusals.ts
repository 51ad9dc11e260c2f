/**
 * Counts the refused requests of a stopped agent and records them together: some clients repeat a refused request
 * for ever, and the journal must not become the next runaway.
 */
import type { AgentRecord } from '../core/index.ts';
import type { AgentLine } from './agent-line.ts';
import type { Clock } from './clock.ts';
import type { CallAsk } from './gate-port.ts';

const FLUSH_MS = 60_000;

interface Counted {
  readonly line: AgentLine;
  readonly ask: CallAsk;
  count: number;
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

  #write(line: AgentLine, { agent, session, purpose }: CallAsk, repeats: number): void {
    this.#record(line, {
      type: 'admit',
      timestamp: this.#clock.now(),
      agent,
      ...(session === undefined ? {} : { session }),
      purpose,
      estimate: { tokenCount: 0, toolCalls: 0 },
      reserve: false,
      repeats,
    });
  }
}
