/**
 * The no-progress score: one leaky number per thread that rises with every step that brings
 * nothing and falls with every step that does. It needs no cycle length, so a loop of any period
 * raises it; and it looks at results, so a repeated call with a new answer does not.
 */
import { overlap } from '../text/overlap.ts';
import { DEAD_POINTS, LIVE_POINTS, type DeadReason } from './progress-weights.ts';
import type { StepDigest } from './step-digest.ts';
import { isWait, SPACED_MS, withPause } from './waiting.ts';

const CALLS_KEPT = 40;
const ERRORS_LOOKED_BACK = 10;
const NEAR_KEPT = 10;
const LINE_SLOTS = 512;
/** A result whose lines are new by less than this share brings nothing. */
const GAIN_MIN = 0.34;
/** Repeats this close leave no time for anything outside to change. */
const QUICK_MS = 10_000;
const NEAR_SIMILARITY = 0.8;
const NEAR_WORDS_MIN = 3;
/** A result of so few lines acknowledges an act and shows nothing of the screen. */
const ACKNOWLEDGEMENT_LINES = 2;

/** What is remembered of a call. */
interface KeptCall {
  readonly step: number;
  readonly call: string;
  readonly outcome: string;
  readonly error: string | null;
  readonly errorText: string | null;
  readonly atMs: number | null;
}

/** What is remembered of the last few calls, to find those that are nearly the same. */
interface NearCall {
  readonly step: number;
  readonly tool: string;
  readonly looseCall: string;
  readonly words: readonly number[];
}

/** The state of the score in one thread: bounded, plain, incremental. */
export interface ProgressState {
  readonly steps: number;
  readonly points: number;
  readonly calls: readonly KeptCall[];
  readonly near: readonly NearCall[];
  /** The step of the last new and successful change. */
  readonly changedAt: number;
  /** The step at which the context was last compacted: what was read before may be read once more. */
  readonly compactedAt: number;
  /** When the last event of the thread was, where that is known. */
  readonly lastAtMs: number | null;
  /** How long the thread paused before its last steps of work. */
  readonly pausesMs: readonly number[];
  /** A direct-mapped memory of line hashes: what is left of the hash beside the place it stands at; 0 is none. */
  readonly lines: readonly number[];
}

/** How one step was judged. */
export interface ProgressStep {
  readonly state: ProgressState;
  readonly points: number;
  /** Why the step counted, or null when it brought something. */
  readonly dead: DeadReason | null;
}

/** The state before the first step. */
export function initialProgress(): ProgressState {
  return {
    steps: 0,
    points: 0,
    calls: [],
    near: [],
    changedAt: -1,
    compactedAt: -1,
    lastAtMs: null,
    pausesMs: [],
    lines: new Array<number>(LINE_SLOTS).fill(0),
  };
}

/** Judges one finished tool call. */
export function judgeProgress(state: ProgressState, digest: StepDigest): ProgressStep {
  const gain = gainOf(state, digest);
  const dead = deadReason(state, digest, gain);
  const points =
    dead === null ? Math.max(0, state.points - LIVE_POINTS) : state.points + DEAD_POINTS[dead];
  return { state: remember(state, digest, round(points)), points: round(points), dead };
}

function round(points: number): number {
  return Math.round(points * 100) / 100;
}

/** The share of a result's lines that the thread has not seen; an empty result brings nothing. */
function gainOf(state: ProgressState, digest: StepDigest): number {
  if (digest.lines.length === 0) return 0;
  const fresh = digest.lines.filter((line) => state.lines[line % LINE_SLOTS] !== slotMark(line));
  return fresh.length / digest.lines.length;
}

/** Place and mark together are the whole hash. */
function slotMark(line: number): number {
  return Math.floor(line / LINE_SLOTS) + 1;
}

function deadReason(state: ProgressState, digest: StepDigest, gain: number): DeadReason | null {
  const last = state.calls.findLast(({ call }) => call === digest.call);
  if (last !== undefined) return repeatReason(state, digest, last, gain);
  if (digest.nature === 'plan' && digest.error === null) {
    return gain < GAIN_MIN ? 'plan-echo' : 'plan-note';
  }
  const alike = nearCall(state, digest);
  if (alike !== null && gain < GAIN_MIN && state.changedAt <= alike.step) {
    const reason = nearReason(digest, alike);
    if (reason !== null) return reason;
  }
  if (digest.error !== null) return errorReason(state, digest);
  if (digest.negative && gain < GAIN_MIN) return 'negative-answer';
  return null;
}

/** Nearly the same call, with nothing new in the answer: a success of a change may still be work. */
function nearReason(digest: StepDigest, alike: NearCall): DeadReason | null {
  if (digest.nature === 'screen') {
    return alike.looseCall === digest.looseCall ? 'screen-echo' : null;
  }
  const works = digest.error === null && (digest.nature === 'change' || digest.nature === 'run');
  return works ? null : 'near-repeat';
}

function repeatReason(
  state: ProgressState,
  digest: StepDigest,
  last: KeptCall,
  gain: number,
): DeadReason | null {
  if (state.changedAt > last.step) return null;
  if (state.compactedAt > last.step) return 'read-again';
  const same = digest.outcome === last.outcome;
  if (!same && gain >= GAIN_MIN) {
    return isSameError(digest, last) ? 'same-error' : null;
  }
  const apartMs = pauseMs(digest.atMs, last.atMs);
  if (apartMs === 0) return 'same-turn';
  if (digest.infrastructure) return 'outage';
  // Whether anybody waited shows in the pause before this step, not in the length of the cycle.
  const pausedMs = pauseMs(digest.atMs, state.lastAtMs) ?? 0;
  const waited = isWait(pausedMs, state.pausesMs) || (digest.poll && pausedMs >= SPACED_MS);
  // A failure is no way of waiting, and no acknowledgement.
  if (digest.error !== null) {
    if (waited) return 'same-error';
    return same && apartMs !== null && apartMs <= QUICK_MS ? 'quick-failure' : 'repeat';
  }
  // An act on a screen is no way of waiting either, however slowly it is repeated.
  if (digest.nature === 'screen') {
    const scrolls = last.step === state.steps - 1 && digest.lines.length <= ACKNOWLEDGEMENT_LINES;
    return scrolls ? 'scroll' : 'screen-echo';
  }
  return waitReason(state, digest, pausedMs, waited) ?? 'repeat';
}

/** The reason why a repeat is a kind of waiting, or null. */
function waitReason(
  state: ProgressState,
  digest: StepDigest,
  pausedMs: number,
  waited: boolean,
): DeadReason | null {
  // The answer itself says that something else is still at work.
  if (digest.unfinished && pausedMs >= QUICK_MS) return 'spaced-poll';
  const reads = digest.nature === 'read';
  // What is only read does not change by waiting, and nobody waits by editing; but what runs may
  // take its time.
  if (waited && reads) return 'poll';
  if (waited && digest.nature !== 'change') return 'spaced-poll';
  if (digest.poll) return 'poll';
  return reads && changesByItself(state, digest, pausedMs) ? 'changing-read' : null;
}

/** Whether this very call had other outcomes: it looks at something that moves. */
function changesByItself(state: ProgressState, digest: StepDigest, pausedMs: number): boolean {
  const outcomes = state.calls.filter(({ call }) => call === digest.call);
  if (!outcomes.some(({ outcome }) => outcome === digest.outcome)) return true;
  return pausedMs >= QUICK_MS && outcomes.some(({ outcome }) => outcome !== digest.outcome);
}

function isSameError(digest: StepDigest, kept: KeptCall): boolean {
  if (digest.error === null || kept.error === null) return false;
  return digest.error === kept.error || digest.errorText === kept.errorText;
}

/** The time between two events, where both are known. */
function pauseMs(now: number | null, before: number | null): number | null {
  return now === null || before === null ? null : now - before;
}

function errorReason(state: ProgressState, digest: StepDigest): DeadReason | null {
  const recent = state.calls.slice(-ERRORS_LOOKED_BACK);
  if (!recent.some((kept) => isSameError(digest, kept))) return null;
  if (digest.infrastructure) return 'outage';
  return digest.bare ? 'bare-failure' : 'same-error';
}

/** A recent call of the same tool with the same words in another order, or nearly the same. */
function nearCall(state: ProgressState, digest: StepDigest): NearCall | null {
  for (const kept of state.near.toReversed()) {
    if (kept.tool !== digest.tool) continue;
    if (kept.looseCall === digest.looseCall) return kept;
    if (digest.words.length < NEAR_WORDS_MIN) continue;
    if (overlap(kept.words, digest.words) >= NEAR_SIMILARITY) return kept;
  }
  return null;
}

function remember(state: ProgressState, digest: StepDigest, points: number): ProgressState {
  const { tool, call, looseCall, outcome, error, errorText, words, atMs } = digest;
  const step = state.steps;
  const changes =
    digest.nature === 'change' || digest.nature === 'run' || digest.nature === 'spawn';
  // A call that differs in a rotating token only is the same change once more.
  const isNew =
    !state.calls.some((kept) => kept.call === call) &&
    !state.near.some((kept) => kept.tool === tool && kept.looseCall === looseCall);
  const lines = state.lines.slice();
  for (const line of digest.lines) lines[line % LINE_SLOTS] = slotMark(line);
  return {
    steps: step + 1,
    points,
    calls: [...state.calls.slice(1 - CALLS_KEPT), { step, call, outcome, error, errorText, atMs }],
    near: [...state.near.slice(1 - NEAR_KEPT), { step, tool, looseCall, words }],
    changedAt: changes && isNew && error === null ? step : state.changedAt,
    compactedAt: state.compactedAt,
    lastAtMs: atMs ?? state.lastAtMs,
    pausesMs: isNew ? withPause(state.pausesMs, pauseMs(atMs, state.lastAtMs)) : state.pausesMs,
    lines,
  };
}
