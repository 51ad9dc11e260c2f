/**
 * Today in numbers, for all agents together: calls, tokens, what was refused, and what that saved.
 */
import type { RecordEntry } from '../audit/index.ts';
import type { JournalFollower } from './journal-follower.ts';

const DAY_MS = 86_400_000;

/** Since midnight UTC, or since the server started. */
export interface Today {
  readonly since: number;
  readonly calls: number;
  readonly tokens: number;
  readonly refused: number;
  readonly stops: number;
  /** The refused requests at the agents' usual size. */
  readonly saved_tokens: number;
}

const NOTHING = { calls: 0, tokens: 0, refused: 0, stops: 0, saved_tokens: 0 };

/** Counts while the server runs. */
export class DayFigures {
  readonly #follower: JournalFollower;
  readonly #startedAt: number;
  #day = 0;
  #counts = { ...NOTHING };
  /** Tokens and calls of each agent, for what its usual call costs. */
  readonly #usual = new Map<string, { tokens: number; calls: number }>();

  constructor(follower: JournalFollower, startedAt: number) {
    this.#follower = follower;
    this.#startedAt = startedAt;
    follower.onRecord((agent, entry, at) => this.#take(agent, entry, at));
  }

  update(): Promise<void> {
    return this.#follower.update().catch(() => undefined);
  }

  today(now: number): Today {
    this.#turn(now);
    return { since: Math.max(this.#startedAt, this.#day * DAY_MS), ...this.#counts };
  }

  #turn(at: number): void {
    const day = Math.floor(at / DAY_MS);
    if (day <= this.#day) return;
    this.#day = day;
    this.#counts = { ...NOTHING };
  }

  #take(agent: string, { record, decision }: RecordEntry, at: number): void {
    this.#turn(at);
    const usual = this.#usual.get(agent) ?? { tokens: 0, calls: 0 };
    this.#usual.set(agent, usual);
    if (decision.killSwitch?.did === 'killed') this.#counts.stops += 1;
    if (record.type === 'result') {
      this.#counts.tokens += record.result.tokensUsed;
      usual.tokens += record.result.tokensUsed;
      usual.calls += 1;
      return;
    }
    if (record.type !== 'admit' || record.purpose === 'tool') return;
    if (decision.safety.allowed) {
      this.#counts.calls += 1;
      return;
    }
    const refused = Math.max(1, record.repeats ?? 1);
    this.#counts.refused += refused;
    const size = usual.calls === 0 ? 0 : Math.round(usual.tokens / usual.calls);
    this.#counts.saved_tokens += refused * size;
  }
}
