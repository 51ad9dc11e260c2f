/**
 * What led to a stop, step by step, with the points of every step and the reason: so that a person can argue with it.
 *
 * The digests of the journal are judged again by the core. The text of a step is shown where it was kept; without it
 * the tool's name and the reason are all there is.
 */
import type { z } from 'zod';
import { BoundedMap } from '../../base/bounded-map.ts';
import { MAIN } from '../../base/main-name.ts';
import { explainRecords, type ExplainedRecordStep } from '../../core/explain-records.ts';
import { timestampOf, type AgentRecord, type Constitution } from '../../core/index.ts';
import { isIntact, readRow, type RecordEntry } from '../../journal/index.ts';
import type { Store, StoredEvent } from '../../store/index.ts';
import type { explainedView } from '../api/schemas-explained.ts';
import type { KeptText } from './incident-evidence.ts';

/** What led to a stop. */
export type ExplainedView = z.output<typeof explainedView>;

/** Rows of the journal that are judged again. */
const ROWS_MAX = 2_000;
const STEPS_SHOWN = 100;
const TEXT_SHOWN = 600;

interface Row {
  readonly seq: number;
  readonly record: AgentRecord;
  readonly decision: RecordEntry['decision'];
}

/** A step, with the text that was kept of it. */
export interface StoppedStep extends ExplainedRecordStep {
  readonly seq: number;
  readonly at: number;
  readonly text: string | null;
}

/** The conversation that a stop is about. */
export interface StoppedThread {
  readonly session: string | null;
  readonly thread: string | null;
  readonly steps: readonly StoppedStep[];
  /** The score that was recorded with its last step; null when none was. */
  readonly recorded: number | null;
}

/** The conversation that an event stopped; null where none was observed, or its rows were changed. */
export async function stoppedThread(
  { store, constitution }: { readonly store: Store; readonly constitution: Constitution },
  event: Pick<StoredEvent, 'agent' | 'seq' | 'session'>,
  texts: readonly KeptText[],
): Promise<StoppedThread | null> {
  const judged = await judgedOnce(store, constitution, event);
  if (judged === null) return null;
  const { session, thread, steps } = judged;
  const kept = texts.filter(
    (one) =>
      (one.session ?? MAIN) === (session ?? MAIN) && (one.thread ?? MAIN) === (thread ?? MAIN),
  );
  return { ...judged, steps: withTexts(steps, kept) };
}

type JudgedEvent = Pick<StoredEvent, 'agent' | 'seq' | 'session'>;
type JudgedThread = Omit<StoppedThread, 'steps'> & { readonly steps: readonly JudgedStep[] };
type JudgedStep = Omit<StoppedStep, 'text'>;

/** Stops that people look at now: what came before them does not change, and a page asks every few seconds. */
const looked = new WeakMap<Store, BoundedMap<string, Promise<JudgedThread | null>>>();
const LOOKED_AT_MAX = 4;

function judgedOnce(
  store: Store,
  constitution: Constitution,
  event: JudgedEvent,
): Promise<JudgedThread | null> {
  const known = looked.get(store) ?? new BoundedMap(LOOKED_AT_MAX);
  looked.set(store, known);
  const key = JSON.stringify([event.agent, event.seq, event.session]);
  const judged =
    known.get(key) ??
    judgedThread(store, constitution, event).catch((error: unknown) => {
      known.delete(key);
      throw error;
    });
  known.set(key, judged);
  return judged;
}

async function judgedThread(
  store: Store,
  constitution: Constitution,
  { agent, seq, session }: JudgedEvent,
): Promise<JudgedThread | null> {
  const rows = await rowsUpTo(store, agent, seq);
  const last = rows.findLast(({ record }) => isWork(record) && isIn(record, session));
  if (last === undefined) return null;
  const { session: own = MAIN, thread = MAIN } = last.record;
  const records = rows.map(({ record }) => record);
  return {
    session: last.record.session ?? null,
    thread: last.record.thread ?? null,
    steps: explainRecords(records, constitution, { session: own, thread }).map((step) => {
      const row = rows[step.record] ?? last;
      return { ...step, seq: row.seq, at: timestampOf(row.record) };
    }),
    recorded: last.decision.killSwitch?.progress.score ?? null,
  };
}

/** The same as the API shows it. */
export function viewExplained({ session, thread, steps, recorded }: StoppedThread): ExplainedView {
  const shown = steps.slice(-STEPS_SHOWN);
  const newest = steps.at(-1);
  return {
    session,
    thread,
    earlier_steps: steps.length - shown.length,
    // An older journal, or one whose beginning was cut, may have been judged with more than is left of it.
    agrees: newest === undefined || recorded === null || recorded === newest.score,
    steps: shown.map(stepView),
  };
}

/** The records up to a row, oldest first; none when one of them was changed. */
async function rowsUpTo(store: Store, agent: string, seq: number): Promise<readonly Row[]> {
  const first = Math.max(1, seq - ROWS_MAX + 1);
  const rows = (await store.read(agent, first, seq - first + 1)).filter((row) => row.seq <= seq);
  if (!rows.every(isIntact)) return [];
  return rows.flatMap((row) => {
    const entry = readRow(row);
    if (!('record' in entry)) return [];
    return [{ seq: row.seq, record: entry.record, decision: entry.decision }];
  });
}

function isWork(record: AgentRecord): boolean {
  return (record.type === 'admit' || record.type === 'event') && record.observed !== undefined;
}

function isIn(record: AgentRecord, session: string | null): boolean {
  return session === null || (record.session ?? MAIN) === session;
}

/** Equal steps have equal marks, so texts are given out from the newest on, each once. */
function withTexts(
  steps: readonly JudgedStep[],
  texts: readonly KeptText[],
): readonly StoppedStep[] {
  const byMark = new Map<string, string[]>();
  for (const { mark, text } of texts) {
    if (mark !== undefined) byMark.set(mark, [...(byMark.get(mark) ?? []), text]);
  }
  return steps
    .toReversed()
    .map((step) => ({ ...step, text: byMark.get(step.mark ?? '')?.pop() ?? null }))
    .toReversed();
}

function stepView(step: StoppedStep): ExplainedView['steps'][number] {
  const { seq, at, kind, tool, text, points, score, code, why, level, rule, says } = step;
  return {
    seq,
    at,
    kind,
    tool,
    what: whatOf(step),
    text: text === null ? null : text.slice(0, TEXT_SHOWN),
    points,
    score,
    code,
    why,
    level,
    rule,
    says,
    warns_above: step.warnsAbove,
    stops_above: step.stopsAbove,
  };
}

function whatOf({ kind, tool }: ExplainedRecordStep): string {
  switch (kind) {
    case 'tool':
      return `Called ${tool === null || tool === '' ? 'a tool' : tool}`;
    case 'prompt':
      return 'Got a prompt';
    case 'response':
      return 'Answered in words';
    case 'compaction':
      return 'Compacted its context';
    case 'opinion':
      return 'A model gave a second opinion';
  }
}
