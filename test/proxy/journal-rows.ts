/** The journal of a test's agent, as far as the tests look at it. */
import { endOf } from '../../src/core/index.ts';
import { readRow, type RecordEntry } from '../../src/journal/body.ts';
import type { RunningProxy } from '../kit/running-proxy.ts';

/** A record and what was decided. */
export interface JournalRecord {
  readonly record: RecordEntry['record'];
  readonly decision: RecordEntry['decision'];
}

/** All records of an agent, in order. */
export async function recordsOf(
  { store }: RunningProxy,
  agent = 'sam',
): Promise<readonly JournalRecord[]> {
  const rows = await store.read(agent, 1, 1_000);
  return rows.map(readRow).flatMap((entry) => ('record' in entry ? [entry] : []));
}

/** How each call ended, and what it cost. */
export async function endsOf(running: RunningProxy, agent = 'sam') {
  const records = await recordsOf(running, agent);
  return records.flatMap(({ record }) => {
    const end = endOf(record);
    if (end === null) return [];
    const { status, tokensUsed } = end.result;
    return [{ status, tokensUsed, cachedTokens: end.cachedTokens ?? 0 }];
  });
}
