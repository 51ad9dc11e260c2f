/**
 * The activity engine: from events to signals, and from signals to a damped mode.
 *
 * The mode is damped so that it can be read; the alarm is not. `loop` and `runaway` on the thread
 * are the undamped signals that intent and gate act on, on the very event that shows them.
 */
import type { ConstitutionValues } from './constitution/constitution.ts';
import type { ActivityMode, ActivityState, AgentEvent, Intensity } from './contracts.ts';
import { MINUTES_PER_AVERAGE, toUnits, UNIT } from './limits.ts';
import { loopSignal, outputKey, type FailedShare } from './similarity.ts';
import type { AgentState, ThreadState } from './state.ts';
import { intervalsWith, pushed, runawaySignal } from './tempo.ts';
import { instant } from './wording.ts';

/** Takes an event into a thread's windows and judges its signals anew. */
export function observeEvent(
  thread: ThreadState,
  event: AgentEvent,
  share: FailedShare,
  now: number,
  values: ConstitutionValues,
): ThreadState {
  const intervals = intervalsWith(thread.intervals, thread.lastBeatAt, now, values);
  const runaway = runawaySignal(intervals, thread.runaway, now, values);
  let { outputs, loop } = thread;
  // An event without a hash says nothing about repetition: the signal stays as it was.
  if (event.outputHash !== undefined) {
    outputs = pushed(outputs, outputKey(event.outputHash), values.loopWindowSize);
    loop = loopSignal(outputs, share, loop, now, values);
  }
  return { ...thread, lastEventAt: now, lastBeatAt: now, intervals, outputs, loop, runaway };
}

/** A change of mode that is due, and when. */
export interface ModeChange {
  readonly at: number;
  readonly mode: ActivityMode;
}

/** The next change of a thread's mode if no event comes, or null. `at` may lie in the past. */
export function nextModeChange(thread: ThreadState, values: ConstitutionValues): ModeChange | null {
  const at = modeChangeAt(thread, values);
  return at === Infinity ? null : { at, mode: nextMode(thread, values) };
}

/** When a thread's mode changes next if no event comes; infinite where it stays. */
export function modeChangeAt(thread: ThreadState, values: ConstitutionValues): number {
  const { mode } = thread.mode;
  const alarm = alarmMode(thread);
  if (alarm !== null) return mode === alarm ? Infinity : earliestChange(thread, values);
  if (thread.lastEventAt === null) return Infinity;
  const earliest = earliestChange(thread, values);
  const idleAt = thread.lastEventAt + values.idleAfterMs;
  if (mode === 'WORKING') return Math.max(earliest, idleAt);
  return earliest >= idleAt && mode === 'IDLE' ? Infinity : earliest;
}

/** The mode that it changes to then. */
function nextMode(thread: ThreadState, values: ConstitutionValues): ActivityMode {
  const alarm = alarmMode(thread);
  if (alarm !== null) return alarm;
  const idleAt = (thread.lastEventAt ?? -Infinity) + values.idleAfterMs;
  const isHeard = thread.mode.mode !== 'WORKING' && earliestChange(thread, values) < idleAt;
  return isHeard ? 'WORKING' : 'IDLE';
}

function earliestChange({ mode }: ThreadState, values: ConstitutionValues): number {
  return mode.anew ? mode.since : mode.since + durationMin(mode.mode, values);
}

function alarmMode(thread: ThreadState): 'RUNAWAY' | 'LOOPING' | null {
  if (thread.runaway !== null) return 'RUNAWAY';
  return thread.loop !== null ? 'LOOPING' : null;
}

function isCritical(mode: ActivityMode): boolean {
  return mode === 'LOOPING' || mode === 'RUNAWAY';
}

function durationMin(mode: ActivityMode, values: ConstitutionValues): number {
  return isCritical(mode) ? values.criticalModeDurationMinMs : values.modeDurationMinMs;
}

/** The thread in another mode. */
export function changeMode(thread: ThreadState, mode: ActivityMode, now: number): ThreadState {
  const { anew } = thread.mode;
  const previous = anew ? null : { mode: thread.mode.mode, leftAt: now };
  return { ...thread, mode: { mode, since: now, previous, anew } };
}

/** The thread after an event: its mode changed if it may be, and no longer anew. */
export function settleMode(
  thread: ThreadState,
  now: number,
  values: ConstitutionValues,
): ThreadState {
  const change = nextModeChange(thread, values);
  const moved = change !== null && change.at <= now ? changeMode(thread, change.mode, now) : thread;
  return moved.mode.anew ? { ...moved, mode: { ...moved.mode, anew: false } } : moved;
}

/** Whether changing to `mode` flips back within the window. Idleness is no flip. */
export function isFlipBack(
  thread: ThreadState,
  mode: ActivityMode,
  now: number,
  values: ConstitutionValues,
): boolean {
  const { previous } = thread.mode;
  if (previous === null || previous.mode !== mode) return false;
  if (mode === 'IDLE' || thread.mode.mode === 'IDLE') return false;
  return now - previous.leftAt <= values.modeFlipWindowMs;
}

/**
 * A fresh chance after a cooldown: empty windows, no signal, and a mode that starts anew.
 *
 * Nothing has confirmed IDLE yet, so a thread that is at work leaves it at the same moment.
 */
export function refreshThread(thread: ThreadState, now: number): ThreadState {
  return {
    ...thread,
    mode: { mode: 'IDLE', since: now, previous: null, anew: true },
    lastBeatAt: null,
    intervals: [],
    outputs: [],
    loop: null,
    runaway: null,
  };
}

/** Above how many tokens a minute intensity is HIGH, given the tokens of the last 20 minutes. */
export function highThreshold(tokensForAverage: number, values: ConstitutionValues): number {
  const adapted = Math.floor(
    (tokensForAverage * toUnits(values.intensityAverageFactor)) / (UNIT * MINUTES_PER_AVERAGE),
  );
  return Math.min(values.intensityHighCeiling, Math.max(values.intensityHighAbove, adapted));
}

/** The activity of a thread whose session spent `tokens` in the sliding minute. */
export function activityOf(
  thread: ThreadState,
  tokens: number,
  highAbove: number,
  values: ConstitutionValues,
): ActivityState {
  const intensity: Intensity =
    tokens < values.intensityLowBelow ? 'LOW' : tokens > highAbove ? 'HIGH' : 'NORMAL';
  const { mode, since } = thread.mode;
  const bounds = `LOW below ${values.intensityLowBelow}, HIGH above ${highAbove}`;
  const reason = `${modeReason(thread)}; ${intensity}: ${tokens} tokens in the last 60 s (${bounds})`;
  return { intensity, mode, reason, since };
}

function modeReason(thread: ThreadState): string {
  const { mode, since } = thread.mode;
  const alarm = alarmMode(thread);
  if (alarm === mode) return `${mode} since ${since}: the signal stands`;
  if (alarm !== null) return `${mode} since ${since}, held while the ${alarm} signal stands`;
  if (mode === 'IDLE' || mode === 'WORKING') {
    const last =
      thread.lastEventAt === null ? 'no event yet' : `last event ${instant(thread.lastEventAt)}`;
    return `${mode} since ${since}: ${last}`;
  }
  return `${mode} since ${since}: the signal has gone, the mode is still held`;
}

/**
 * How an agent is doing, by its state alone, for whoever looks at thousands at once: what holds as long as no record
 * comes, until time alone changes a mode.
 */
export interface Calm {
  /** Of the conversation that a person must see first. */
  readonly mode: ActivityMode;
  /** Milliseconds since 1970; infinite where nothing is due. */
  readonly until: number;
}

/** From the calmest to the one that a person must see first. */
const MODES: readonly ActivityMode[] = ['IDLE', 'WORKING', 'LOOPING', 'RUNAWAY'];

/** What somebody who looks at all of them at once must see. */
export function worstMode(modes: readonly ActivityMode[]): ActivityMode {
  return MODES.findLast((mode) => modes.includes(mode)) ?? 'IDLE';
}

/** The calm of an agent; null where it has a hold or a cooldown, and the whole core must be asked. */
export function calmOf(state: AgentState, values: ConstitutionValues): Calm | null {
  if (state.holds.length > 0) return null;
  const modes: ActivityMode[] = [];
  let until = Infinity;
  for (const session of Object.values(state.sessions)) {
    if (session.holds.length > 0 || session.cooldown !== null) return null;
    for (const thread of Object.values(session.threads)) {
      if (thread.holds.length > 0 || thread.cooldown !== null) return null;
      // One that is idle is shown so until it is heard of again.
      if (thread.mode.mode === 'IDLE') continue;
      modes.push(thread.mode.mode);
      until = Math.min(until, nextModeChange(thread, values)?.at ?? Infinity);
    }
  }
  return { mode: worstMode(modes), until };
}
