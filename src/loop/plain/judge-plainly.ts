/**
 * A server's part of a plain call: the same rules over the same texts as in the hook's own process, and nothing opened.
 *
 * What the hook sends is an agent's: its size is bounded before it is judged. Whatever raises, lifts, logs or needs the
 * disk is not judged here at all, and is told before anything is recorded; the hook then decides by itself.
 */
import { adviceQuestion } from '../advisor/hook-advice.ts';
import { loopFilesOf, textsOf, type LoopFiles } from '../files/loop-files.ts';
import { cannotDecide } from '../holds/cannot-decide.ts';
import { takeOver } from '../holds/journal-holds.ts';
import type { LoopJournal } from '../holds/loop-journal.ts';
import { recordReport, reportOf, type Judged } from '../holds/record-report.ts';
import { loopWrites } from '../loop-writes.ts';
import { keptInPlace, knownIn, type KeptManifest } from '../manifest/known-manifest.ts';
import { stepLine } from '../replays/chain.ts';
import { liveEndOf, type LiveEnd } from '../replays/live.ts';
import { nextStep } from '../replays/record.ts';
import { isTellingCall } from '../reserved/reserved-call.ts';
import { applyRules } from '../rules/apply-rules.ts';
import { isModest } from './modest-value.ts';
import type { PlainOutcome, PlainQuestion } from './plain-question.ts';

/** A plain call that was judged, and is not recorded yet. */
interface Weighed {
  readonly files: LoopFiles;
  readonly end: LiveEnd;
  readonly judged: Judged;
  readonly kept: KeptManifest;
}

/** Judges and records it; null when it is no plain call, and then nothing was recorded. */
export async function judgePlainly(
  question: PlainQuestion,
  journal: LoopJournal,
): Promise<PlainOutcome | null> {
  // What cannot be read here cannot be read by the hook either, which then says so in its own words.
  const weighed = await weigh(question, journal).catch(() => null);
  if (weighed === null) return null;
  const { files, end, judged, kept } = weighed;
  const { event, applied } = judged;
  try {
    const { answer, recorded } = await recordReport(journal, judged);
    const writes = loopWrites({ files, applied, answer, recorded, kept, log: [], more: [] });
    const step = nextStep(end, event, { ...applied, answer });
    return {
      answer,
      written: { ...textsOf(files, writes), step: step === null ? null : stepLine(step) },
    };
  } catch (error) {
    return { answer: cannotDecide(event, error), written: null };
  }
}

async function weigh(
  { event, around, isSupervised, texts, replay }: PlainQuestion,
  journal: LoopJournal,
): Promise<Weighed | null> {
  if (isTellingCall(event)) return null;
  const files = loopFilesOf(texts, 'state.json');
  const end = liveEndOf({ ...replay, endBytes: 0, isTorn: false });
  const last = files.lastWritten;
  if (end === 'broken' || !isGoingOn(end, event.session) || last === null) return null;
  if (!isModest(files)) return null;
  const known = knownIn(last.known);
  // A manifest that a person has touched is read as YAML.
  if (known === null || ![last.text, last.before].includes(files.manifestText)) return null;
  const { holds: standing, ...how } = await journal.standing(event.session);
  const taken = takeOver(files, journal, standing, event);
  const state = { ...taken.files.remembered, manifest: known.values };
  const isPaused = state.sessions.some(
    ({ id, pauses = [] }) => id === event.session && pauses.length > 0,
  );
  // What an advisor said about a pause is in a file.
  if (isPaused) return null;
  const applied = applyRules(state, event, {
    ...around,
    ...how,
    testCommand: null,
    tree: null,
    advice: null,
    files: taken.files.holdFiles,
    manifestProblem: null,
    reserved: null,
  });
  const { recorded } = files;
  const judged = { event, applied, log: [], standing, recorded, isSupervised };
  const kept = keptInPlace(last.text, known, applied.state.manifest);
  const isPlain =
    [taken.writes, taken.log, applied.files, applied.log].every((list) => list.length === 0) &&
    reportOf(journal, judged).report.changes.length === 0 &&
    adviceQuestion(state, applied.state, event) === null;
  return isPlain && kept !== null ? { files: taken.files, end, judged, kept } : null;
}

/** Whether the next step is one more line. */
function isGoingOn({ head, last }: LiveEnd, session: string): boolean {
  return head.session_id === session && last !== null && last.next_state !== 'finished';
}
