/**
 * The journal of an agent as steps that a person can read: what happened, what was decided, and why.
 */
import type { z } from 'zod';
import { MAIN } from '../../base/main-name.ts';
import { actTitle } from '../../core/holds/stop-title.ts';
import {
  costOfResult,
  endOf,
  timestampOf,
  type AgentEvent,
  type AgentRecord,
  type CallEnding,
  type ExecutionStatus,
} from '../../core/index.ts';
import type { RecordedDecision, RecordedReport } from '../../core/records/short-decision.ts';
import { isIntact, readRow, type RecordEntry } from '../../journal/index.ts';
import type { JournalRow, Store } from '../../store/index.ts';
import type { scoresView, stepView } from '../api/schemas.ts';
import { isRefused } from '../figures/spend-ledger.ts';
import { inUsd } from '../figures/spend-view.ts';
import { actWords } from './event-text.ts';

/** A step. */
export type StepView = z.output<typeof stepView>;

/** Rows that are read for a session, whose steps may lie far apart. */
const ROWS_READ_MAX = 10_000;
const ROWS_AT_ONCE = 1_000;

/** Which steps: the last ones before a row, or the very last. */
export interface StepsAsked {
  readonly session: string | undefined;
  readonly before: number | undefined;
  readonly limit: number;
}

/** The last steps of an agent, the oldest first. */
export async function lastSteps(
  store: Store,
  agent: string,
  { session, before, limit }: StepsAsked,
): Promise<readonly StepView[]> {
  const head = (await store.heads()).find((one) => one.agent === agent)?.seq ?? 0;
  let end = Math.min(head, (before ?? head + 1) - 1);
  let entries: (readonly [JournalRow, RecordEntry])[] = [];
  let read = 0;
  while (end > 0 && entries.length < limit && read < ROWS_READ_MAX) {
    const from = Math.max(1, end - Math.min(ROWS_AT_ONCE, Math.max(limit, 50)) + 1);
    const rows = (await store.read(agent, from, end - from + 1)).filter(({ seq }) => seq <= end);
    if (rows.length === 0) break;
    read += rows.length;
    entries = [...entriesOf(rows, session), ...entries];
    end = from - 1;
  }
  return stepsOf(entries.slice(-limit));
}

function entriesOf(
  rows: readonly JournalRow[],
  session: string | undefined,
): (readonly [JournalRow, RecordEntry])[] {
  return rows.flatMap((row) => {
    const entry = readRow(row);
    if (!('record' in entry)) return [];
    if (session !== undefined && (entry.record.session ?? MAIN) !== session) return [];
    return [[row, entry] as const];
  });
}

function stepsOf(entries: readonly (readonly [JournalRow, RecordEntry])[]): readonly StepView[] {
  const seen = new Set<string>();
  return entries.map(([row, { record, decision }]) => {
    const { seq } = row;
    const marks = marksOf(record);
    const repeated = marks.some((mark) => seen.has(mark));
    for (const mark of marks) seen.add(mark);
    const step = stepOf(seq, record, decision, { observed: marks.length > 0, repeated });
    return isIntact(row) ? step : withoutWords(step);
  });
}

/** Somebody changed the row in the database: what it says now is not shown as what happened. */
function withoutWords(step: StepView): StepView {
  const reason = `Row ${step.seq} of the journal was changed after it was recorded. Run \`tripwire doctor\`.`;
  return { ...step, what: 'This step was changed after it was recorded', reason, tool: null };
}

function stepOf(
  seq: number,
  record: AgentRecord,
  decision: RecordedDecision,
  said: Pick<StepView, 'observed' | 'repeated'>,
): StepView {
  const { activity, health, safety, killSwitch } = decision;
  const end = endOf(record);
  return {
    seq,
    at: timestampOf(record),
    session: record.session ?? null,
    thread: record.thread ?? null,
    kind: record.type,
    purpose: record.type === 'admit' ? record.purpose : null,
    call: 'call' in record ? (record.call ?? null) : null,
    what: isIntroduction(seq, record) ? 'Joined as a new agent' : whatOf(record),
    tool: toolsOf(record)[0] ?? null,
    ...said,
    allowed: safety.allowed,
    waits: !safety.allowed && record.type === 'admit' && !isRefused(record, decision),
    reason: safety.reason,
    veto: safety.vetoReason ?? null,
    mode: activity.mode,
    intensity: activity.intensity,
    health,
    tokens: tokensOf(record),
    model: ('model' in record ? record.model : end?.model) ?? null,
    ended: end?.result.status ?? null,
    cost_usd: end === null ? null : usdOrNull(costOfResult(end)),
    remaining_budget: safety.remainingBudget,
    scores: killSwitch === undefined ? null : scoresOf(killSwitch),
  };
}

/** The first record of an agent gives it what is configured for it; a chain's opening may stand before it. */
function isIntroduction(seq: number, record: AgentRecord): boolean {
  return (
    seq <= 2 &&
    record.type === 'operator' &&
    record.action === 'configure' &&
    record.why === 'registered'
  );
}

function usdOrNull(microUsd: number | null): number | null {
  return microUsd === null ? null : inUsd(microUsd);
}

/** What both detectors said, in the API's words. */
function scoresOf(report: RecordedReport): z.output<typeof scoresView> {
  const { detector, threshold, literal, progress, did, reason, opinion } = report;
  return {
    detector,
    threshold,
    stops_above: (detector === 'progress' ? opinion?.stopsAbove : undefined) ?? threshold,
    literal: literal.score,
    progress: progress.score,
    progress_level: progress.level,
    rule: progress.rule,
    did,
    reason,
  };
}

/** Tools whose calls and results a record saw. */
function toolsOf(record: AgentRecord): readonly string[] {
  if (record.type !== 'admit' && record.type !== 'event') return [];
  return (record.observed?.digests ?? []).flatMap((one) =>
    one.kind === 'tool' ? [one.step.tool] : [],
  );
}

/** What makes two records the same to a person: the call with its outcome, or the same words. */
function marksOf(record: AgentRecord): readonly string[] {
  if (record.type !== 'admit' && record.type !== 'event') return [];
  const thread = JSON.stringify([record.session, record.thread]);
  const { digests = [], response } = record.observed ?? {};
  return [
    ...digests.flatMap((one) => {
      if (one.kind === 'tool') return [`${thread} ${one.step.looseCall} ${one.step.outcome}`];
      return one.kind === 'compaction' ? [] : [`${thread} ${one.kind} ${one.exact}`];
    }),
    ...(response === undefined ? [] : [`${thread} said ${response}`]),
  ];
}

/** Tokens that a record was charged with. */
export function tokensOf(record: AgentRecord): number {
  if (record.type === 'event') return record.event.tokenCount;
  return record.type === 'result' && record.settles !== undefined ? record.result.tokensUsed : 0;
}

function whatOf(record: AgentRecord): string {
  switch (record.type) {
    case 'admit': {
      const { purpose, estimate, repeats } = record;
      if (repeats !== undefined)
        return `${repeats} more ${repeats === 1 ? 'request' : 'requests'}, refused`;
      const tools = toolsOf(record);
      if (purpose === 'tool')
        return `wants to run ${toolCallsText(Math.max(1, estimate.toolCalls))}`;
      const after = tools.length === 0 ? '' : ` after ${tools.join(', ')}`;
      return `asks ${record.model ?? 'the model'}${after} (about ${estimate.tokenCount} tokens)`;
    }
    case 'event': {
      const { tokenCount, toolCalls } = record.event;
      const tools = toolsOf(record);
      if (tools.length > 0) return `ran ${tools.join(', ')}`;
      const answer = `got an answer: ${tokenCount} tokens, ${toolCallsText(toolCalls)}`;
      return record.ended === undefined
        ? answer
        : `${answer}; ${endText(record.event, record.ended)}`;
    }
    case 'result':
      return `${ends[record.result.status]} after ${record.result.latencyMs} ms, ${record.result.tokensUsed} tokens`;
    case 'operator':
      return actTitle(actWords[record.action], record.by ?? 'a person', record.why ?? '');
    case 'signal':
      if (record.change === 'opinion')
        return `second opinion: ${record.opinion}: ${record.details}`;
      return record.change === 'note'
        ? `${record.source}: ${record.details}`
        : `${record.source} ${record.change === 'raise' ? 'raises' : 'lifts'} ${record.hold}: ${record.details}`;
    case 'tick':
      return 'time passed';
  }
}

/** How a call ended. */
const ends: Readonly<Record<ExecutionStatus, string>> = {
  SUCCESS: 'finished',
  PARTIAL: 'broke off',
  FAILED: 'failed',
  BLOCKED: 'was cut',
};

function endText({ latencyMs }: AgentEvent, { status }: CallEnding): string {
  return `${ends[status]} after ${latencyMs} ms`;
}

function toolCallsText(count: number): string {
  return count === 1 ? '1 tool call' : `${count} tool calls`;
}
