/**
 * What was spent by the hour, read from records: the sum of any period that begins with an hour can be told from it.
 *
 * A reservation is taken back in the hour in which it was made. It may have been counted somewhere else, before a restart,
 * so an hour may be below zero here; sums over all that was counted are not.
 */
import { NOTHING, type Amounts, type Spending } from '../core/spending/index.ts';

const HOUR_MS = 3_600_000;
/** Longer than any period of a budget. */
const KEPT_HOURS = 32 * 24;
const SUMS_MAX = 16;

/** The spending of an agent. Changed in place: it is what every record passes. */
export class HourlySpend {
  readonly #hours = new Map<number, Amounts>();
  /** Sums that were asked for: the same few are asked for again with each call. */
  readonly #sums = new Map<number, Amounts>();

  /** What a record tells that was judged at this time. */
  take(spendings: readonly Spending[], at: number): void {
    for (const { spent, before } of spendings) {
      this.#add(at, spent, 1);
      if (before !== null) this.#add(before.since, before, -1);
    }
  }

  /** What was spent since a time at which an hour began. */
  since(began: number): Amounts {
    const known = this.#sums.get(began);
    if (known !== undefined) return known;
    let sum = NOTHING;
    for (const [hour, amounts] of this.#hours) {
      if (hour * HOUR_MS >= began) sum = added(sum, amounts);
    }
    if (this.#sums.size >= SUMS_MAX) this.#sums.clear();
    this.#sums.set(began, sum);
    return sum;
  }

  /** The hours since a time, the oldest first. */
  hours(began: number): readonly (readonly [at: number, amounts: Amounts])[] {
    return [...this.#hours]
      .map(([hour, amounts]) => [hour * HOUR_MS, amounts] as const)
      .filter(([at]) => at >= began)
      .toSorted(([one], [other]) => one - other);
  }

  #add(at: number, amounts: Amounts, sign: 1 | -1): void {
    const hour = Math.floor(at / HOUR_MS);
    const before = this.#hours.get(hour);
    if (before === undefined) this.#forget(hour - KEPT_HOURS);
    this.#hours.set(hour, added(before ?? NOTHING, amounts, sign));
    for (const [began, sum] of this.#sums) {
      if (hour * HOUR_MS >= began) this.#sums.set(began, added(sum, amounts, sign));
    }
  }

  #forget(before: number): void {
    for (const hour of this.#hours.keys()) if (hour < before) this.#hours.delete(hour);
  }
}

/** Two sums as one. */
export function added(sum: Amounts, more: Amounts, sign: 1 | -1 = 1): Amounts {
  return {
    tokens: sum.tokens + sign * more.tokens,
    calls: sum.calls + sign * more.calls,
    microUsd: sum.microUsd + sign * more.microUsd,
  };
}
