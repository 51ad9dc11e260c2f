/**
 * A sum of what was spent against a budget, and how amounts come into it and out of it.
 *
 * What is asked for is counted when it passes, and replaced by what it really was when the call ends. A call whose end
 * nobody told stays counted as it was estimated.
 */
import { LEDGER_MAX } from '../limits.ts';

/** A sum, with what is reserved in it. */
export interface Ledger {
  /** No call that was let through before this time has a reservation in it. */
  readonly since: number;
  readonly tokens: number;
  readonly calls: number;
  readonly microUsd: number;
}

/** A sum, whenever it began. */
export type Amounts = Omit<Ledger, 'since'>;

/** An amount, and what was counted for it before. */
export interface Spending {
  readonly spent: Amounts;
  /** Taken back where the ledger has it. */
  readonly before: Ledger | null;
}

/** The empty sum. */
export const NOTHING: Amounts = Object.freeze({ tokens: 0, calls: 0, microUsd: 0 });

/** The ledger as it stands now: one that is not there begins now, one of a period that is over with the next. */
export function ledgerAt(ledger: Ledger | undefined, now: number, began = 0): Ledger {
  if (ledger === undefined) return { since: now, ...NOTHING };
  return ledger.since < began ? { since: began, ...NOTHING } : ledger;
}

/** A ledger with an amount more. */
export function addSpending(ledger: Ledger, { spent, before }: Spending): Ledger {
  // Reserved before the ledger began, such as yesterday, it is not in there to be taken back.
  const back = before !== null && before.since >= ledger.since ? before : NOTHING;
  return { since: ledger.since, ...plus(ledger, spent, back) };
}

/** A sum with an amount more and another less; never below 0, never above what a ledger holds. */
export function plus(sum: Amounts, more: Amounts, less: Amounts = NOTHING): Amounts {
  const add = (unit: keyof Amounts) =>
    Math.min(LEDGER_MAX, Math.max(0, sum[unit] + more[unit] - less[unit]));
  return { tokens: add('tokens'), calls: add('calls'), microUsd: add('microUsd') };
}
