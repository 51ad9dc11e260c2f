/**
 * What rules in shadow would have done, by rule: the same sums for the report and for a backtest.
 */
import type { z } from 'zod';
import type { Would } from '../../core/index.ts';
import type { wouldView } from '../api/schemas-backtest.ts';

/** The sum of one rule. */
export type WouldView = z.output<typeof wouldView>;

/** Sums of deeds that were not done. */
export class WouldSums {
  readonly #sums = new Map<string, WouldView>();

  take({ rule, act, name = '', times = 1 }: Would, at: number): void {
    const key = JSON.stringify([rule, act, name]);
    const known = this.#sums.get(key) ?? { rule, act, name: name || null, times: 0, last_at: at };
    const last_at = Math.max(known.last_at, at);
    this.#sums.set(key, { ...known, times: known.times + times, last_at });
  }

  /** The most frequent first. */
  get all(): readonly WouldView[] {
    return [...this.#sums.values()].toSorted((one, other) => other.times - one.times);
  }
}
