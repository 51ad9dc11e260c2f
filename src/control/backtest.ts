/**
 * "With these settings the last day would have stopped …": the recorded digests, judged again.
 *
 * The records are played through the same step as when they happened, with the kill switch in shadow, so that what it
 * would have stopped can be counted without stopping the rest of the story.
 */
import type { z } from 'zod';
import { readJournalBody } from '../audit/index.ts';
import {
  initialState,
  step,
  timestampOf,
  type AgentRecord,
  type Constitution,
  type KillSwitch,
} from '../core/index.ts';
import type { Store } from '../store/index.ts';
import type { backtestView } from './api-schemas.ts';
import { tokensOf } from './steps.ts';

/** What came of it. */
export type BacktestView = z.output<typeof backtestView>;

const ROWS_MAX = 50_000;
const ROWS_AT_ONCE = 1_000;
const STOPS_SHOWN_MAX = 100;

/** Whose history, under which settings. */
export interface BacktestAsked {
  readonly agent: string;
  readonly settings: KillSwitch;
  readonly since: number;
  readonly until: number;
}

type Stop = BacktestView['stops'][number];

/** Judges the records of a time again. */
export async function backtest(
  store: Store,
  constitution: Constitution,
  { agent, settings, since, until }: BacktestAsked,
): Promise<BacktestView> {
  const head = (await store.heads()).find((one) => one.agent === agent)?.seq ?? 0;
  const first = Math.max(1, head - ROWS_MAX + 1);
  const killSwitch = { ...settings, enabled: true, shadow: true };
  const start = { type: 'operator', timestamp: 0, agent, action: 'configure' } as const;
  let { state } = step(
    initialState(constitution),
    { ...start, envelope: { killSwitch } },
    constitution,
  );
  const stops = new Map<string, Stop>();
  const done: Stop[] = [];
  let [records, oldest] = [0, until];
  let seq = first;
  while (seq <= head) {
    const rows = await store.read(agent, seq, ROWS_AT_ONCE);
    if (rows.length === 0) break;
    for (const row of rows) {
      seq = row.seq + 1;
      oldest = Math.min(oldest, row.at);
      if (row.at < since) continue;
      const entry = readJournalBody(row.body);
      if (!('record' in entry)) continue;
      const { record } = entry;
      if (!isJudged(record)) continue;
      const judged = step(state, record, constitution);
      ({ state } = judged);
      records += 1;
      note(record, row.seq, judged.killSwitch, stops, done);
    }
  }
  done.push(...stops.values());
  const all = done.toSorted((one, other) => one.at - other.at);
  const savedTokens = all.reduce((sum, one) => sum + one.tokens_after, 0);
  return {
    agent,
    since,
    until,
    records,
    complete: first === 1 || oldest <= since,
    summary: summaryOf(all, savedTokens, records, until - since),
    saved_tokens: savedTokens,
    stops: all.slice(0, STOPS_SHOWN_MAX),
  };
}

/** Settings of the time and holds of the time are left out: both are what is asked about. */
function isJudged(record: AgentRecord): boolean {
  if (record.type === 'operator') return record.action === 'activate';
  return record.type !== 'signal' && record.type !== 'tick';
}

/** A session that would have been stopped stays stopped until a person activates it. */
function note(
  record: AgentRecord,
  seq: number,
  report: ReturnType<typeof step>['killSwitch'],
  stops: Map<string, Stop>,
  done: Stop[],
): void {
  const key = record.session ?? '';
  if (record.type === 'operator') {
    const over = record.session === undefined ? [...stops.keys()] : [key];
    for (const one of over) {
      const stop = stops.get(one);
      if (stop !== undefined) done.push(stop);
      stops.delete(one);
    }
    return;
  }
  const known = stops.get(key);
  if (known !== undefined) {
    stops.set(key, { ...known, tokens_after: known.tokens_after + tokensOf(record) });
    return;
  }
  if (report?.did !== 'would') return;
  stops.set(key, {
    at: timestampOf(record),
    seq,
    session: record.session ?? null,
    thread: record.thread ?? null,
    reason: report.reason ?? report.detector,
    score: report[report.detector].score,
    tokens_after: 0,
  });
}

function summaryOf(
  stops: readonly Stop[],
  savedTokens: number,
  records: number,
  spanMs: number,
): string {
  const span = `${Math.round(spanMs / 3_600_000)} h`;
  if (records === 0)
    return `Nothing was recorded in the last ${span}, so there is nothing to judge again.`;
  if (stops.length === 0) return `With these settings the last ${span} would have stopped nothing.`;
  const times = stops.length === 1 ? 'once' : `${stops.length} times`;
  const saved = savedTokens === 0 ? '' : `; ${savedTokens.toLocaleString('en')} tokens came after`;
  return `With these settings the last ${span} would have stopped the agent ${times}${saved}.`;
}
