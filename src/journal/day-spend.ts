/**
 * What an agent spent on a day (UTC), counted from its journal: for a budget that is set in the middle of a day.
 */
import { costOfResult, type DaySpend } from '../core/index.ts';
import { callAsked } from '../core/spending/index.ts';
import type { JournalRow, Store } from '../store/index.ts';
import { readRow } from './body.ts';

const DAY_MS = 86_400_000;
const ROWS_AT_ONCE = 500;

/** When the day of a time began. */
export function dayBegan(at: number): number {
  return Math.floor(at / DAY_MS) * DAY_MS;
}

/** What was spent since the day of `now` began, up to and including the row `through`; all rows when it is absent. */
export async function spentOnDay(
  store: Pick<Store, 'read' | 'heads'>,
  agent: string,
  { now, through }: { readonly now: number; readonly through?: number },
): Promise<DaySpend> {
  const began = dayBegan(now);
  const last = through ?? (await store.heads()).find((head) => head.agent === agent)?.seq ?? 0;
  let spent: DaySpend = { tokens: 0, calls: 0, microUsd: 0 };
  for (let to = last; to > 0; to -= ROWS_AT_ONCE) {
    const from = Math.max(1, to - ROWS_AT_ONCE + 1);
    const rows = await store.read(agent, from, to - from + 1);
    for (const row of rows) if (row.at >= began && row.seq <= to) spent = plus(spent, row);
    // Rows are in the order of their times; what was cut is older than all of them.
    if (rows.length === 0 || (rows[0]?.at ?? 0) < began) break;
  }
  return spent;
}

function plus(spent: DaySpend, row: JournalRow): DaySpend {
  const entry = readRow(row);
  if (!('record' in entry)) return spent;
  const { record, decision } = entry;
  if (record.type === 'admit') {
    const isCall =
      decision.safety.allowed && record.reserve !== false && callAsked(record) !== null;
    return isCall ? { ...spent, calls: spent.calls + 1 } : spent;
  }
  if (record.type !== 'result') return spent;
  return {
    ...spent,
    tokens: spent.tokens + record.result.tokensUsed,
    microUsd: spent.microUsd + (costOfResult(record) ?? 0),
  };
}
