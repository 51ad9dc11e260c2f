/**
 * What a thread remembers of each call it made: its outcomes as states, and how their numbers moved.
 *
 * One record for each distinct call, the least recently made one forgotten first. All rules and guards ask the same
 * memory, so that they never disagree about what is the same call or the same outcome.
 */
import type { StepDigest } from '../digest/step-digest.ts';
import { moveNumbers, type Movement, type MovingNumbers } from './moving-numbers.ts';

const CALLS_KEPT = 25;
/** Of a hash so much is kept as tells the few outcomes of one call apart. */
const MARK_DIGITS = 5;
const STATES_KEPT = 3;
const EXACTS_KEPT = 3;

/** What is remembered of a call. */
export interface KnownCall extends MovingNumbers {
  readonly call: string;
  /** The step at which it was last made. */
  readonly step: number;
  readonly atMs: number | null;
  /** The score after it was last made again; absent where it was nothing. */
  readonly scored?: number;
  /** How often it was made with no other outcome, where a prompt asks for a number of times; absent for once. */
  readonly made?: number;
  /** How long the thread had slept in all when it was last made. */
  readonly sleptInAllMs: number;
  /** The outcomes it had, without their numbers, the last one last. */
  readonly states: readonly string[];
  /** Its red outcomes with their numbers: "3 failed" is not "2 failed". */
  readonly reds: readonly string[];
  /** Its last outcomes with their numbers, red or not; absent where it failed, because errors are known by their reds. */
  readonly exacts?: readonly string[];
  /** The points that its failures brought since it last went well; absent where none did. */
  readonly failed?: number;
  /** Its last failure, and the words of it; absent where it did not fail. */
  readonly error?: string;
  readonly errorText?: string;
  /** Looks in a row with the same outcome and no number further on; absent where there was none. */
  readonly settled?: number;
  /** In how few lines it failed so far; absent where it did not. */
  readonly fewest?: number;
  /** Looks in a row that found it in a state that it had before, and not the last time; absent where there was none. */
  readonly flips?: number;
  /** How often it was made again after a compaction with nothing new in it. */
  readonly laps: number;
  /** Looks in a row that found a check red as it had been before. */
  readonly stale: number;
  /** How often in a row it failed with the very same output while nothing was changed and nobody waited. */
  readonly stubborn: number;
}

/** How an outcome stands to those the call had before. */
export interface Comparison {
  /** same: as the last time; returned: as some time before; other: never seen. */
  readonly state: 'same' | 'returned' | 'other';
  readonly movement: Movement;
  /** Red, and to the digit as some time before. */
  readonly redAsBefore: boolean;
  /** To the digit: same as the last time, as some time before but not the last time, or neither. */
  readonly exact: 'same' | 'returned' | 'other';
}

/** What is kept of a hash. */
export function markOf(hash: string): string {
  return hash.slice(0, MARK_DIGITS);
}

/** Compares an outcome with what is known of its call. */
export function compareOutcome(known: KnownCall, digest: StepDigest): Comparison {
  const shape = markOf(digest.shape);
  const mark = markOf(digest.exactOutcome);
  const redAsBefore = digest.red && known.reds.includes(mark);
  const { exacts = [] } = known;
  const returned = exacts.includes(mark) ? 'returned' : 'other';
  const exact = exacts.at(-1) === mark ? 'same' : returned;
  if (!known.states.includes(shape))
    return { state: 'other', movement: 'none', redAsBefore, exact };
  const { movement } = moveNumbers(known, digest.numbers, digest.error !== null);
  const state = shape === known.states.at(-1) ? 'same' : 'returned';
  return { state, movement, redAsBefore, exact };
}

/** What happened since the call was last made. */
export interface Since {
  readonly changedSince: boolean;
  /** A check is as red as it was before. */
  readonly redAgain: boolean;
  readonly compactedSince: boolean;
  /** Something else moved on: a number in one direction, or a command with news. */
  readonly movedSince: boolean;
  readonly sleptInAllMs: number;
  /** Whether a prompt asks for a number of times. */
  readonly counted: boolean;
  /** The score after the step, and what the step added to it. */
  readonly points: number;
  readonly added: number;
  /** Whether somebody waited before it. */
  readonly wait: { readonly waited: boolean };
}

/** The memory after a step. */
export function rememberCall(
  calls: readonly KnownCall[],
  digest: StepDigest,
  step: number,
  {
    changedSince,
    compactedSince,
    movedSince,
    sleptInAllMs,
    counted,
    redAgain,
    points,
    added,
    wait: { waited },
  }: Since,
): readonly KnownCall[] {
  const known = calls.find(({ call }) => call === digest.call);
  const { call, error, errorText, atMs } = digest;
  const shape = markOf(digest.shape);
  const exact = markOf(digest.exactOutcome);
  const states = known === undefined ? [] : known.states.filter((state) => state !== shape);
  const compared = known === undefined ? null : compareOutcome(known, digest);
  const fresh = compared === null || compared.state === 'other' || compared.movement === 'onward';
  const reds = known === undefined ? [] : known.reds.filter((one) => one !== exact);
  const again = known?.reds.at(-1) === exact && known.states.at(-1) === shape;
  // Something else moved on, or somebody waited and changed nothing: looking again is no try that failed.
  const excused = movedSince || (waited && !changedSince && !digest.terminal);
  const moved =
    known !== undefined && known.states.includes(shape)
      ? moveNumbers(known, digest.numbers, error !== null).after
      : firstNumbers(known, digest.numbers);
  const record: KnownCall = {
    call,
    step,
    atMs,
    ...(known === undefined || points === 0 ? {} : { scored: points }),
    ...(counted && compared !== null && compared.state !== 'other'
      ? { made: (known?.made ?? 1) + 1 }
      : {}),
    sleptInAllMs,
    states: [...states.slice(1 - STATES_KEPT), shape],
    reds: digest.red ? [...reds.slice(1 - STATES_KEPT), exact] : reds,
    ...(error === null ? { exacts: exactsAfter(known, exact) } : {}),
    ...moved,
    ...failedAfter(known, error, added),
    ...(error === null ? {} : { error: markOf(error) }),
    ...(errorText === null ? {} : { errorText: markOf(errorText) }),
    ...(compared?.state === 'same' && !fresh ? { settled: (known?.settled ?? 0) + 1 } : {}),
    ...fewestAfter(known, digest),
    ...flipsAfter(known, compared),
    laps: fresh ? 0 : (known?.laps ?? 0) + (compactedSince ? 1 : 0),
    stale: redAgain ? (known?.stale ?? 0) + (excused ? 0 : 1) : 0,
    stubborn: error === null ? 0 : again && !changedSince ? known.stubborn + (waited ? 0 : 1) : 1,
  };
  return [...calls.filter((one) => one !== known).slice(1 - CALLS_KEPT), record];
}

function failedAfter(
  known: KnownCall | undefined,
  error: string | null,
  added: number,
): Pick<KnownCall, 'failed'> {
  const failed = error === null ? 0 : (known?.failed ?? 0) + Math.max(0, added);
  return failed === 0 ? {} : { failed: Math.round(failed * 100) / 100 };
}

function fewestAfter(
  known: KnownCall | undefined,
  { error, lines: { length } }: StepDigest,
): Pick<KnownCall, 'fewest'> {
  if (error === null) return {};
  return { fewest: Math.min(known?.fewest ?? length, length) };
}

function flipsAfter(
  known: KnownCall | undefined,
  compared: Comparison | null,
): Pick<KnownCall, 'flips'> {
  if (compared === null || compared.exact === 'other') return {};
  const flips = (known?.flips ?? 0) + (compared.exact === 'returned' ? 1 : 0);
  return flips === 0 ? {} : { flips };
}

function exactsAfter(known: KnownCall | undefined, exact: string): readonly string[] {
  const earlier = known?.exacts?.filter((one) => one !== exact) ?? [];
  return [...earlier.slice(1 - EXACTS_KEPT), exact];
}

/** A look without numbers keeps those that are known; another kind of answer begins anew. */
function firstNumbers(known: KnownCall | undefined, numbers: readonly number[]): MovingNumbers {
  if (known === undefined || numbers.length > 0) return { numbers, trends: [] };
  return { numbers: known.numbers, trends: known.trends };
}
