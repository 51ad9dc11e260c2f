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
import { timestampOf, type AgentRecord } from './records/records.ts';
import { initialState, type AgentState } from './state.ts';
import { transition } from './step.ts';

/** One step, and what it did. */
export interface ExplainedRecordStep extends ExplainedEvent {
  /** Index of the record that told of it. */
  readonly record: number;
  readonly kind: EventDigest['kind'];
  readonly tool: string | null;
  readonly digest: EventDigest;
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
  if (record.type !== 'admit' && record.type !== 'event') return [];
  const settings = killSwitchOf(before.envelope);
  const { threshold } = settings;
  const exceptions = exceptionsAt(settings, now);
  let judge = before.sessions[session]?.threads[thread]?.judge ?? initialJudge();
  return (record.observed?.digests ?? []).map((digest) => {
    const { state, explained } = explainEvent(judge, digest, { threshold, exceptions });
    judge = state;
    return {
      record: index,
      kind: digest.kind,
      tool: digest.kind === 'tool' ? digest.step.tool : null,
      digest,
      mark: digestMark(digest),
      ...explained,
      warnsAbove: threshold / 2,
      stopsAbove: threshold,
    };
  });
}
