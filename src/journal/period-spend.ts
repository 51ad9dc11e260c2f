/**
 * What an agent spent in the periods of its budgets, counted from its journal: for a budget that is set in the middle of
 * one, and for teams after a restart.
 */
import type { AgentRecord, Budgets, PeriodSpend } from '../core/index.ts';
import type { RecordedDecision } from '../core/records/short-decision.ts';
import {
  hoursOf,
  longerPeriods,
  NOTHING,
  periodBegan,
  slotBegan,
  spendingsOf,
  type Amounts,
  type BudgetPeriod,
  type Ledger,
  type PeriodLedgers,
  type RollingLedger,
} from '../core/spending/index.ts';
import type { Store } from '../store/index.ts';
import { readRow } from './body.ts';
import { added, HourlySpend } from './hourly-spend.ts';

const ROWS_AT_ONCE = 500;

type Rows = Pick<Store, 'read' | 'heads'>;

/** Beside the day. */
export interface PeriodsAsked {
  readonly periods: readonly (keyof PeriodLedgers)[];
  /** Of a rolling window. */
  readonly hours: number;
  readonly now: number;
}

/** Since when what was spent matters to budgets. */
export function budgetsBegan(budgets: Budgets, now: number): number {
  const longer = longerPeriods(budgets).map((one) => periodBegan(one, now, hoursOf(budgets)));
  return Math.min(periodBegan('day', now), ...longer);
}

/** Which rows are read. */
export interface RowRange {
  readonly began: number;
  /** The last one before them; none when absent. */
  readonly after?: number;
  /** The last one of them; the journal's last when absent. */
  readonly through?: number;
}

/** A record that was judged. */
export interface JudgedRow {
  readonly record: AgentRecord;
  readonly decision: RecordedDecision;
  readonly at: number;
}

/** Takes the records since a time, in the order in which they are read: the newest chunk first. */
export async function takeRows(
  store: Rows,
  agent: string,
  { began, after = 0, through }: RowRange,
  take: (row: JudgedRow) => void,
): Promise<void> {
  const last = through ?? (await store.heads()).find((head) => head.agent === agent)?.seq ?? 0;
  for (let to = last; to > after; to -= ROWS_AT_ONCE) {
    const from = Math.max(after + 1, to - ROWS_AT_ONCE + 1);
    const rows = await store.read(agent, from, to - from + 1);
    for (const row of rows) {
      const entry = row.at >= began && row.seq <= to ? readRow(row) : null;
      if (entry === null || !('record' in entry)) continue;
      take({ record: entry.record, decision: entry.decision, at: row.at });
    }
    // Rows are in the order of their times; what was cut is older than all of them.
    if (rows.length === 0 || (rows[0]?.at ?? 0) < began) break;
  }
}

/** What budgets that are set now find spent: a budget for a period is one for all of it. */
export async function spentBefore(
  store: Rows,
  agent: string,
  { periods, hours, now }: PeriodsAsked,
): Promise<PeriodSpend> {
  const beganOf = (period: BudgetPeriod) => periodBegan(period, now, hours);
  const began = Math.min(beganOf('day'), ...periods.map(beganOf));
  const spent = new HourlySpend();
  await takeRows(store, agent, { began }, ({ record, decision, at }) =>
    spent.take(spendingsOf(record, decision.safety.allowed), at),
  );
  const longer = periods.map((period) => {
    const since = beganOf(period);
    const ledger =
      period === 'rolling' ? rollingSince(spent, since, hours) : ledgerSince(spent, since);
    return [period, ledger] as const;
  });
  return { ...ledgerSince(spent, beganOf('day')), ...Object.fromEntries(longer) };
}

function ledgerSince(spent: HourlySpend, began: number): Ledger {
  return { since: began, ...positive(spent.since(began)) };
}

function rollingSince(spent: HourlySpend, began: number, hours: number): RollingLedger {
  const slots = new Map<number, Amounts>();
  for (const [at, amounts] of spent.hours(began)) {
    const slot = slotBegan(at, hours);
    slots.set(slot, added(slots.get(slot) ?? NOTHING, amounts));
  }
  const entries = [...slots].map(([since, amounts]) => ({ since, ...positive(amounts) }));
  return { since: began, slots: entries };
}

/** What was reserved before the period and settled in it is not in there to be taken back. */
function positive({ tokens, calls, microUsd }: Amounts): Amounts {
  return {
    tokens: Math.max(0, tokens),
    calls: Math.max(0, calls),
    microUsd: Math.max(0, microUsd),
  };
}
