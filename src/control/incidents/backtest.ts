/**
 * "With these settings the last day would have stopped …": the recorded digests, judged again under another envelope or
 * another constitution, and compared with what happened.
 *
 * The records are played through the same step as when they happened, with the kill switch in shadow, so that what it
 * would have stopped can be counted without stopping the rest of the story. What an agent would have done instead
 * nobody knows: the story stays the one that was recorded.
 */
import type { z } from 'zod';
import { present } from '../../base/present.ts';
import {
  EVERY_TOOL,
  initialState,
  killSwitchOf,
  step,
  timestampOf,
  type AgentRecord,
  type AgentState,
  type Constitution,
  type Would,
} from '../../core/index.ts';
import type { RecordedDecision } from '../../core/records/short-decision.ts';
import { readRow } from '../../journal/index.ts';
import type { Store } from '../../store/index.ts';
import { tokensOf } from '../agents/steps.ts';
import type { backtestView } from '../api/schemas-backtest.ts';
import { StopEpisodes, unmatched, type StopEpisode } from './stop-episodes.ts';
import { WouldSums } from './would-have.ts';

/** What came of it. */
export type BacktestView = z.output<typeof backtestView>;

type Envelope = AgentState['envelope'];

const ROWS_MAX = 50_000;
const ROWS_AT_ONCE = 1_000;
const STOPS_SHOWN_MAX = 100;

/** Whose history, under which settings. */
export interface BacktestAsked {
  readonly agent: string;
  readonly envelope: Envelope;
  readonly since: number;
  readonly until: number;
}

/** Acts of people that end a stop by a rule. Those that stop, and settings of the time, are left out. */
const releases: ReadonlySet<string> = new Set(['activate', 'resume', 'restart']);

/** Judges the records of a time again. */
export async function backtest(
  store: Store,
  constitution: Constitution,
  { agent, envelope, since, until }: BacktestAsked,
): Promise<BacktestView> {
  const head = (await store.heads()).find((one) => one.agent === agent)?.seq ?? 0;
  const first = Math.max(1, head - ROWS_MAX + 1);
  let state = startState(agent, envelope, constitution);
  const { enabled, shadow, exceptions } = killSwitchOf(envelope);
  // A switch that only reports stops nobody under these settings either.
  const acts = enabled && !shadow && !exceptions.some(({ tool }) => tool === EVERY_TOOL);
  const would = new StopEpisodes(acts ? 'would' : 'killed');
  const were = new StopEpisodes('killed');
  const waits = { were: 0, would_be: 0 };
  const reported = new WouldSums();
  let [records, oldest] = [0, until];
  let seq = first;
  while (seq <= head) {
    const rows = await store.read(agent, seq, ROWS_AT_ONCE);
    if (rows.length === 0) break;
    for (const row of rows) {
      seq = row.seq + 1;
      oldest = Math.min(oldest, row.at);
      if (row.at < since) continue;
      const entry = readRow(row);
      if (!('record' in entry)) continue;
      const { record, decision } = entry;
      const told = wouldOf(record);
      if (told !== undefined) reported.take(told, row.at);
      if (!isJudged(record)) continue;
      const judged = step(state, record, constitution);
      ({ state } = judged);
      records += 1;
      const at = { record, seq: row.seq, at: timestampOf(record), tokens: tokensOf(record) };
      were.take({ ...at, decision });
      would.take({ ...at, decision: judged });
      if (waited(record, decision)) waits.were += 1;
      if (waited(record, judged)) waits.would_be += 1;
    }
  }
  const [gained, lost] = [unmatched(would.all, were.all), unmatched(were.all, would.all)];
  const savedTokens = would.all.reduce((sum, one) => sum + one.tokensAfter, 0);
  return {
    agent,
    constitution: constitution.values.name,
    since,
    until,
    records,
    complete: first === 1 || oldest <= since,
    summary: summaryOf({ would: would.all, gained, lost, savedTokens, records }, until - since),
    saved_tokens: savedTokens,
    stops: shown(would.all),
    gained: shown(gained),
    lost: shown(lost),
    waits,
    would_have: reported.all,
  };
}

/** The agent as it would have begun: with these limits, and a kill switch that reports. */
function startState(agent: string, envelope: Envelope, constitution: Constitution): AgentState {
  const { maxTokensPerMinute: tokens, maxToolCallsPerMinute: calls } = envelope;
  const { values } = constitution;
  // An own limit that this constitution would not take is no tighter than its own.
  const own = {
    maxTokensPerMinute: tokens !== null && tokens <= values.maxTokensPerMinute ? tokens : null,
    maxToolCallsPerMinute: calls !== null && calls <= values.maxToolCallsPerMinute ? calls : null,
    killSwitch: { ...killSwitchOf(envelope), enabled: true, shadow: true },
    ...present({ shadow: envelope.shadow }),
  };
  const start = { type: 'operator', timestamp: 0, agent, action: 'configure' } as const;
  return step(initialState(constitution), { ...start, envelope: own }, constitution).state;
}

/** What a rule in shadow would have done, where a record tells of it. */
function wouldOf(record: AgentRecord): Would | undefined {
  return record.type === 'signal' && record.change === 'note' ? record.would : undefined;
}

/** Settings of the time and holds of the time are left out: both are what is asked about. */
function isJudged(record: AgentRecord): boolean {
  if (record.type === 'operator') return releases.has(record.action);
  // An opinion was given of what the agent did, whatever the settings.
  if (record.type === 'signal') return record.change === 'opinion';
  return record.type !== 'tick';
}

/** A request that a veto made wait: for its budget, a cooldown, a runaway. */
function waited(record: AgentRecord, { safety }: RecordedDecision): boolean {
  return (
    record.type === 'admit' &&
    record.repeats === undefined &&
    !safety.allowed &&
    safety.vetoReason !== undefined
  );
}

function shown(stops: readonly StopEpisode[]): BacktestView['stops'] {
  return stops
    .slice(0, STOPS_SHOWN_MAX)
    .map(({ kind, at, seq, session, thread, reason, score, tokensAfter }) => ({
      kind,
      at,
      seq,
      session,
      thread,
      reason,
      score,
      tokens_after: tokensAfter,
    }));
}

interface Outcome {
  readonly would: readonly StopEpisode[];
  readonly gained: readonly StopEpisode[];
  readonly lost: readonly StopEpisode[];
  readonly savedTokens: number;
  readonly records: number;
}

function summaryOf({ would, gained, lost, savedTokens, records }: Outcome, spanMs: number): string {
  const span = `${Math.round(spanMs / 3_600_000)} h`;
  if (records === 0)
    return `Nothing was recorded in the last ${span}, so there is nothing to judge.`;
  const times = would.length === 1 ? 'once' : `${would.length} times`;
  const saved = savedTokens === 0 ? '' : `; ${savedTokens.toLocaleString('en')} tokens came after`;
  const stops =
    would.length === 0
      ? `With these settings, Tripwire would have stopped nothing in the last ${span}.`
      : `With these settings, Tripwire would have stopped the agent ${times} in the last ${span}${saved}.`;
  if (gained.length === 0 && lost.length === 0) return stops;
  return `${stops} Compared with what happened: ${gained.length} ${gained.length === 1 ? 'stop' : 'stops'} more, ${lost.length} fewer.`;
}
