/**
 * An event's outcome on its way into the journal, before it is acted on.
 *
 * What cannot be recorded is not let through. The loop's own denial stays: refusing needs no journal.
 */
import type { LoopAnswer, LoopEvent } from '../../clients/hook-event.ts';
import type { SafetyEvent } from '../files/safety-log.ts';
import type { Applied } from '../rules/apply-rules.ts';
import { cannotDecide } from './cannot-decide.ts';
import { journalChanges, notesOf } from './journal-holds.ts';
import type { JournalHold, LoopJournal, LoopReport, RecordedHold } from './loop-journal.ts';

/** What the rules made of an event, and what the journal had before it. */
export interface Judged {
  readonly event: LoopEvent;
  readonly applied: Applied;
  readonly log: readonly SafetyEvent[];
  readonly standing: readonly JournalHold[];
  readonly recorded: readonly RecordedHold[];
  /** A supervisor records STOP and PAUSE itself. */
  readonly isSupervised: boolean;
}

/** The answer that goes out, and what the journal has because of this folder then. */
export interface Recorded {
  readonly answer: LoopAnswer;
  readonly recorded: readonly RecordedHold[];
}

/** Records the outcome; without a journal there is nothing to record it in. */
export async function recordReport(journal: LoopJournal | null, judged: Judged): Promise<Recorded> {
  const { answer } = judged.applied;
  if (journal === null) return { answer, recorded: judged.recorded };
  const { report, recorded } = reportOf(journal, judged);
  try {
    return { answer: await journal.record(judged.event, report), recorded };
  } catch (error) {
    // What is still to be recorded is worked out anew with the next event.
    const instead = answer.kind === 'deny' ? answer : unrecorded(judged.event, answer, error);
    return { answer: instead, recorded: judged.recorded };
  }
}

/** What is reported to the journal, and what it has because of this folder then. */
export function reportOf(
  journal: LoopJournal,
  { event: { session }, applied, log, standing, recorded, isSupervised }: Judged,
): { readonly report: LoopReport; readonly recorded: readonly RecordedHold[] } {
  const { answer, state, signals } = applied;
  const isFull = state.sessions.find(({ id }) => id === session)?.tier === 'hard';
  const { holds } = state;
  const next = journalChanges({
    journal,
    session,
    holds,
    isFull,
    isSupervised,
    signals,
    standing,
    recorded,
  });
  const report = {
    answer,
    changes: next.changes,
    notes: notesOf(log, next.changes),
    isHeld: holds.length > 0,
  };
  return { report, recorded: next.recorded };
}

function unrecorded(event: LoopEvent, answer: LoopAnswer, error: unknown): LoopAnswer {
  const instead = cannotDecide(event, error);
  // What the rules had to say is still said.
  return instead.kind === 'undecided' && answer.kind === 'pass'
    ? { ...instead, say: answer.say }
    : instead;
}
