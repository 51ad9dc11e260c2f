/**
 * The records of one conversation step by step: what each step did to the no-progress score, and against which limits.
 *
 * The records go through the same transition as when they happened, so what is explained is what was judged: settings
 * of the time, a person's release and everything else that changes the score are in it.
 */
import { MAIN } from '../base/main-name.ts';
import {
  digestMark,
  explainEvent,
  initialJudge,
  type EventDigest,
  type ExplainedEvent,
} from '../detect/index.ts';
import type { Constitution } from './constitution/constitution.ts';
import { killSwitchOf } from './constitution/envelope.ts';
import { exceptionsAt } from './kill-switch.ts';
import { timestampOf, type AgentRecord, type OpinionRecord } from './records/records.ts';
import { initialState, type AgentState, type ThreadState } from './state.ts';
import { transition } from './step.ts';
import { stopsAbove, warnsAbove } from './take/opinion-band.ts';
import { isOpen } from './take/opinion.ts';

/** One step, and what it did. */
export interface ExplainedRecordStep extends Omit<ExplainedEvent, 'code'> {
  readonly code: ExplainedEvent['code'] | 'second-opinion';
  /** Index of the record that told of it. */
  readonly record: number;
  /** What kind of step; an opinion is no step of the agent, and stands where it came in. */
  readonly kind: EventDigest['kind'] | 'opinion';
  readonly tool: string | null;
  /** Null for an opinion. */
  readonly digest: EventDigest | null;
  /** By which a text that was kept is found; null where there is none. */
  readonly mark: string | null;
  /** The limits of the score at that moment: it warns and stops above them. */
  readonly warnsAbove: number;
  readonly stopsAbove: number;
}

/** Which conversation. */
export interface ExplainedPlace {
  readonly session: string;
  readonly thread: string;
}

/** The steps of one conversation among the records of an agent, in order. */
export function explainRecords(
  records: readonly AgentRecord[],
  constitution: Constitution,
  place: ExplainedPlace,
): readonly ExplainedRecordStep[] {
  const steps: ExplainedRecordStep[] = [];
  let state = initialState(constitution);
  for (const [index, record] of records.entries()) {
    const now = Math.max(timestampOf(record), state.clock);
    if (isOf(record, place)) steps.push(...stepsOf(state, record, { index, now }, place));
    ({ state } = transition(state, record, constitution));
  }
  return steps;
}

function isOf({ session = MAIN, thread = MAIN }: AgentRecord, place: ExplainedPlace): boolean {
  return session === place.session && thread === place.thread;
}

function stepsOf(
  before: AgentState,
  record: AgentRecord,
  { index, now }: { readonly index: number; readonly now: number },
  { session, thread }: ExplainedPlace,
): readonly ExplainedRecordStep[] {
  const known = threadOf(before, session, thread);
  if (record.type === 'signal' && record.change === 'opinion') {
    return [opinionStep(before, known, record, index)];
  }
  if (record.type !== 'admit' && record.type !== 'event') return [];
  const settings = killSwitchOf(before.envelope);
  const { threshold } = settings;
  const exceptions = exceptionsAt(settings, now);
  const limit = stopsAbove(threshold, known?.opinion);
  const { fruitless } = before.envelope.subagents ?? {};
  let judge = known?.judge ?? initialJudge();
  return (record.observed?.digests ?? []).map((digest) => {
    const { state, explained } = explainEvent(judge, digest, {
      threshold,
      exceptions,
      stopsAbove: limit,
      ...(fruitless === undefined ? {} : { fruitless }),
    });
    judge = state;
    return {
      record: index,
      kind: digest.kind,
      tool: digest.kind === 'tool' ? digest.step.tool : null,
      digest,
      mark: digestMark(digest),
      ...explained,
      warnsAbove: warnsAbove(threshold),
      stopsAbove: limit,
    };
  });
}

/** Names come from clients, and one may be called as what every object inherits. */
function threadOf(
  { sessions }: AgentState,
  session: string,
  thread: string,
): ThreadState | undefined {
  const threads = Object.hasOwn(sessions, session) ? sessions[session]?.threads : undefined;
  return threads !== undefined && Object.hasOwn(threads, thread) ? threads[thread] : undefined;
}

function opinionStep(
  { envelope }: AgentState,
  thread: ThreadState | undefined,
  { opinion, details }: OpinionRecord,
  record: number,
): ExplainedRecordStep {
  const { threshold } = killSwitchOf(envelope);
  const counts = thread !== undefined && isOpen(thread);
  return {
    record,
    kind: 'opinion',
    tool: null,
    digest: null,
    mark: null,
    points: 0,
    score: thread?.judge?.progress.points ?? 0,
    code: 'second-opinion',
    why: details,
    level: 'ok',
    rule: null,
    says: null,
    warnsAbove: warnsAbove(threshold),
    stopsAbove: stopsAbove(threshold, counts ? opinion : thread?.opinion),
  };
}
