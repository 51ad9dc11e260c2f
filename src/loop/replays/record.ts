/**
 * Records what an event was answered, as the last thing before the answer is given.
 *
 * So every step that stands in a trajectory was decided as it says, and a step that cannot be written is refused like
 * anything else that cannot be written.
 */
import { existsSync } from 'node:fs';
import type { LoopEvent } from '../../clients/hook-event.ts';
import type { Applied } from '../rules/apply-rules.ts';
import { chainStart, stepDigest, type TrajectoryHead } from './chain.ts';
import { freeze, freezeSilent, keepAside, nextPart } from './freeze.ts';
import { appendLive, beginLive, readLiveEnd, type LiveEnd } from './live.ts';
import { frozenFile, liveFile } from './name.ts';
import { stepFacts, type StepFacts, type StepNote, type TrajectoryStep } from './step.ts';
import { actionOf, FIRST_STATE, nextState } from './transition.ts';

/** A hundred turns with fifty calls each are 10,100 steps; twice that, and the recording is full. */
const STEPS_MAX = 20_000;

/** Appends the step of an event; its session's end freezes the trajectory. Under the folder's lock. */
export function recordStep(stateFolder: string, event: LoopEvent, applied: Applied): void {
  const file = liveFile(stateFolder, event.session);
  if (event.kind === 'session-start') freezeSilent(stateFolder, event.session, event.atMs);
  const { end, notes } = openEnd(stateFolder, file, event.session);
  if (end === null) {
    const head = { session_id: event.session, ...nextPart(stateFolder, event.session) };
    beginLive(file, head, stepAfter(head, null, stepFacts(event, applied), notes));
  } else {
    const step = nextStep(end, event, applied, notes);
    if (step !== null) appendLive(file, end, step);
  }
  if (event.kind === 'session-end') freeze(stateFolder, file);
}

/** The step of an event in a trajectory that goes on; null when the recording is full. */
export function nextStep(
  { head, last }: Pick<LiveEnd, 'head' | 'last'>,
  event: LoopEvent,
  applied: Applied,
  notes: readonly StepNote[] = [],
): TrajectoryStep | null {
  if ((last?.step ?? 0) >= STEPS_MAX) return null;
  return stepAfter(head, last, stepFacts(event, applied), notes);
}

/** Where the next step goes; a live file that is of no use for it is put away first. */
function openEnd(
  stateFolder: string,
  file: string,
  session: string,
): { readonly end: LiveEnd | null; readonly notes: readonly StepNote[] } {
  const end = readLiveEnd(file);
  if (end === null) return { end, notes: existsSync(file) ? ['torn-line-dropped'] : [] };
  if (end === 'broken' || end.head.session_id !== session) {
    keepAside(file);
    return { end: null, notes: ['broken-file-kept-aside'] };
  }
  // A hook was killed after the end of the session, or after freezing, and before it could remove this file.
  const isOver =
    end.last?.next_state === 'finished' ||
    existsSync(frozenFile(stateFolder, session, end.head.part));
  if (isOver) {
    freeze(stateFolder, file);
    return { end: null, notes: [] };
  }
  return { end, notes: end.isTorn ? ['torn-line-dropped'] : [] };
}

function stepAfter(
  head: TrajectoryHead,
  last: TrajectoryStep | null,
  facts: StepFacts,
  notes: readonly StepNote[],
): TrajectoryStep {
  const number = (last?.step ?? 0) + 1;
  const full: readonly StepNote[] = number === STEPS_MAX ? ['full-nothing-after-this'] : [];
  const state = last?.next_state ?? FIRST_STATE;
  const step = {
    ...facts,
    state,
    action: actionOf(facts),
    next_state: nextState(state, facts),
    step: number,
    notes: [...notes, ...full],
  };
  return { ...step, digest: stepDigest(last?.digest ?? chainStart(head), step) };
}
