/**
 * The loop's holds in its files and in the gate's journal, and what happens where the two do not agree.
 *
 * The hold is in the journal, the file is its face. What is decided is recorded first and written to the files then, so
 * a hook that is killed in between leaves a hold without a face. The next event of its session gives it one, and a
 * person who deletes that lifts both. The other way round, a hold that the files have and the journal has not is
 * recorded again. So neither can be stuck: whatever of the loop stands in the journal has a file, or gets one.
 */
import type { LoopEvent } from '../../clients/hook-event.ts';
import type { LoopFiles } from '../files/loop-files.ts';
import { HOLD_FILES, type LoopHold, type LoopHoldKind } from '../files/loop-state.ts';
import type { SafetyEvent } from '../files/safety-log.ts';
import type { FileChange, HoldSignal } from '../rules/situation.ts';
import type {
  JournalChange,
  JournalHold,
  JournalHoldKind,
  LoopJournal,
  RecordedHold,
} from './loop-journal.ts';

/** STOP and PAUSE are a person's word to the loop; in the journal they stand like its own reports. */
const RECORDED_AS: Readonly<Record<LoopHoldKind | 'compaction', JournalHoldKind>> = {
  stop: 'blocker',
  blocker: 'blocker',
  pause: 'checkpoint',
  checkpoint: 'checkpoint',
  compaction: 'compaction',
};

/** Those that a person raises by making a file. */
const PERSONS: ReadonlySet<LoopHoldKind> = new Set(['stop', 'pause']);

const RECORDED_MAX = 64;

/** The files, with the holds that the journal has and they had not. */
export interface TakenOver {
  readonly files: LoopFiles;
  readonly writes: readonly FileChange[];
  readonly log: readonly SafetyEvent[];
}

/** Gives every hold of the journal a face again. */
export function takeOver(
  files: LoopFiles,
  journal: LoopJournal | null,
  standing: readonly JournalHold[],
  { session, atMs }: LoopEvent,
): TakenOver {
  if (journal === null) return { files, writes: [], log: [] };
  const isHere = (one: RecordedHold) =>
    one.journal === journal.name && one.agent === journal.agent && one.session === session;
  const known = new Set<JournalHoldKind>([
    ...files.remembered.holds.map(({ kind }) => RECORDED_AS[kind]),
    ...files.holdFiles.map((kind) => RECORDED_AS[kind]),
    // Recorded from here and no longer held here: its lifting is owed to the journal.
    ...files.recorded.filter(isHere).map(({ hold }) => hold),
  ]);
  const lost = standing.filter(({ hold }) => !known.has(hold));
  const holds = lost.flatMap((one) => withoutFace(one, files.lastWritten === null));
  return {
    files: {
      ...files,
      remembered: { ...files.remembered, holds: [...files.remembered.holds, ...holds] },
      holdFiles: [...files.holdFiles, ...holds.map(({ kind }) => kind)],
    },
    writes: holds.map(({ kind, text }) => ({ name: HOLD_FILES[kind], text })),
    log: holds.map(({ kind, why }) => ({
      timestamp: new Date(atMs).toISOString(),
      type: 'HOLD_RESTORED',
      details: { file: HOLD_FILES[kind], why, session },
      action_taken: 'restored_file',
    })),
  };
}

/** A folder that remembers nothing at all was taken away, perhaps by the agent: then only a command lifts the hold. */
function withoutFace({ hold, why, sinceMs }: JournalHold, isForgotten: boolean): LoopHold[] {
  // It is measured anew with every answer of the model.
  if (hold === 'compaction') return [];
  const way = isForgotten
    ? 'Run: tripwire release'
    : `Delete this file to resume: rm .geometry/${HOLD_FILES[hold]}`;
  const text = `# ${hold === 'blocker' ? 'Blocker Report' : 'Checkpoint'} - ${new Date(sinceMs).toISOString()}

## Reason
${why}

The report itself was lost; this one is written from the journal.

## To Continue
${way}
`;
  return [{ kind: hold, sinceMs, why, text, locked: isForgotten, endsSession: null }];
}

/** What the changes are worked out from. */
export interface Compared {
  readonly journal: Pick<LoopJournal, 'name' | 'agent' | 'isForOwnAgentOnly'>;
  readonly session: string;
  /** What the loop holds now. */
  readonly holds: readonly LoopHold[];
  /** Whether the session's context is full, by what the loop last saw of it. */
  readonly isFull: boolean;
  /** A supervisor records STOP and PAUSE itself, as a person's act. */
  readonly isSupervised?: boolean;
  readonly signals: readonly HoldSignal[];
  /** What the journal has. */
  readonly standing: readonly JournalHold[];
  readonly recorded: readonly RecordedHold[];
}

/** What has to be recorded so that the journal has what the loop holds, and what is recorded from here then. */
export function journalChanges(now: Compared): {
  readonly changes: readonly JournalChange[];
  readonly recorded: readonly RecordedHold[];
} {
  const { session, standing, recorded } = now;
  const { name, agent, isForOwnAgentOnly } = now.journal;
  const wanted = wantedHolds(now);
  const isHere = (one: RecordedHold) =>
    one.journal === name && one.agent === agent && one.session === session;
  const raises = [...wanted]
    .filter(([hold]) => !standing.some((one) => one.hold === hold))
    .map(([hold, details]): JournalChange => ({ hold, change: 'raise', agent, session, details }));
  const own = standing.map(({ hold, level }) => {
    return { hold, agent, session: level === 'agent' ? null : session };
  });
  const mayLift = (one: RecordedHold) =>
    one.journal === name && (!isForOwnAgentOnly || one.agent === agent);
  const elsewhere = recorded.filter((one) => mayLift(one) && !isHere(one));
  const lifts = [...own, ...elsewhere.map(withoutJournal)]
    .filter(({ hold }) => !wanted.has(hold))
    .map((one): JournalChange => {
      return { ...one, change: 'lift', details: whyLifted(now.signals, one.hold) };
    });
  const kept = recorded.filter((one) => wanted.has(one.hold) || !mayLift(one));
  const added = [...wanted.keys()]
    .filter((hold) => hold !== 'compaction')
    .filter((hold) => !kept.some((one) => isHere(one) && one.hold === hold))
    .map((hold) => ({ hold, agent, session, journal: name }));
  return { changes: [...raises, ...lifts], recorded: [...kept, ...added].slice(-RECORDED_MAX) };
}

/** By the kinds of the journal, each with its reason. */
function wantedHolds(now: Compared): Map<JournalHoldKind, string> {
  const { signals, standing, isFull, isSupervised = false } = now;
  const holds = now.holds.filter(({ kind }) => !(isSupervised && PERSONS.has(kind)));
  const wanted = new Map(holds.map(({ kind, why }) => [RECORDED_AS[kind], why] as const));
  const raised = signals.find((one) => one.hold === 'compaction' && one.change === 'raise');
  // Raised once when the context is full; the proxy may lift it when it sees the compaction, before any hook does.
  const stands = isFull && standing.some(({ hold }) => hold === 'compaction');
  if (raised !== undefined || stands) wanted.set('compaction', raised?.details ?? 'full context');
  return wanted;
}

function withoutJournal({ hold, agent, session }: RecordedHold): Omit<RecordedHold, 'journal'> {
  return { hold, agent, session };
}

function whyLifted(signals: readonly HoldSignal[], hold: JournalHoldKind): string {
  const signal = signals.find((one) => one.change === 'lift' && RECORDED_AS[one.hold] === hold);
  return signal?.details ?? 'the loop no longer holds it';
}

/** What the log says of a hold, the raising or lifting itself says in the journal. */
const OF_A_HOLD: ReadonlySet<string> = new Set([
  'created_blocker_report',
  'created_checkpoint',
  'blocked_tool_calls',
  'stopped_session',
  'paused',
  'resumed',
]);

/** The entries of the log that the journal gets as notes. */
export function notesOf(
  log: readonly SafetyEvent[],
  changes: readonly JournalChange[],
): readonly SafetyEvent[] {
  return log.filter((one) => changes.length === 0 || !OF_A_HOLD.has(one.action_taken));
}
