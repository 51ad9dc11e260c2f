/**
 * Wakes that find nothing to do: a timer or a heartbeat starts the agent after a pause, and it says the same as last time.
 *
 * A wake begins with a call after a pause and lasts until the next pause. Compared is its last answer together with what that
 * answers, so one that found work, or was asked something else, is no repetition.
 */
import { outputDistance, outputKey } from '../../core/similarity.ts';
import type { Sign, StuckSettings } from './stuck-facts.ts';

/** Bits of a SimHash in which two exchanges that say the same may differ. */
const SAME_BITS_MAX = 6;
const SLOWED_MS_MAX = 3_600_000;
const DOUBLINGS_MAX = 20;

/** The wakes of one agent. */
export class EmptyWakes {
  /** When it last asked or was answered. */
  #lastAt: number | null = null;
  /** When the wake began that it is in, and how long after the one before. */
  #wokeAt: number | null = null;
  #intervalMs = 0;
  /** The last exchange of the wake before, and how many were empty up to it. */
  #previous: string | null = null;
  #countBefore = 0;
  #exchange: string | null = null;
  #count = 0;

  /** A call of the conversation itself passed. */
  asked(at: number, pauseMs: number): void {
    const isWake = this.#lastAt === null || at - this.#lastAt >= pauseMs;
    this.#lastAt = at;
    if (!isWake) return;
    this.#intervalMs = this.#wokeAt === null ? 0 : at - this.#wokeAt;
    this.#wokeAt = at;
    this.#previous = this.#exchange;
    this.#countBefore = this.#count;
    this.#exchange = null;
  }

  /** The model answered. */
  answered(at: number, toolCalls: number, exchange: string | null): void {
    this.#lastAt = at;
    if (toolCalls > 0 || exchange === null) return;
    this.#exchange = exchange;
    const isSame = this.#previous !== null && isAlike(exchange, this.#previous);
    this.#count = isSame ? this.#countBefore + 1 : 0;
  }

  /** Wakes in a row that said the same, with the first of them. */
  get count(): number {
    return this.#count + 1;
  }

  /** The sign; null while there are too few. */
  sign(now: number, { count, act }: StuckSettings['wakes']): Sign | null {
    const wakes = this.count;
    if (wakes < count) return null;
    const why = `it woke ${count} times or more in a row and said the same each time`;
    const factor = 2 ** Math.min(DOUBLINGS_MAX, wakes - count + 1);
    const pauseMs = Math.min(SLOWED_MS_MAX, this.#intervalMs * factor);
    const slowed = act === 'slow' && pauseMs > 0 ? { until: now + pauseMs } : {};
    return { code: 'EMPTY_WAKES', why, ...slowed, mark: wakes };
  }
}

function isAlike(one: string, other: string): boolean {
  return outputDistance(outputKey(one), outputKey(other)) <= SAME_BITS_MAX;
}
