/**
 * Whether what was done has moved anything: a look that finds what is not as it should be, round after round as it was, while
 * all that is done in between is done to the same things as before.
 *
 * Each round brings new words and new edits. What they are for shows in the one look that says whether they helped. Where
 * something else is worked on each time, the look is only a look beside the work.
 */
import type { StepDigest } from '../digest/step-digest.ts';
import type { Comparison, KnownCall } from '../memory/call-memory.ts';
import { sharesTemplate, type ListStep } from '../memory/enumeration.ts';
import type { MovingNumbers } from '../memory/moving-numbers.ts';
import type { NearCall } from '../memory/near-calls.ts';
import type { ProgressState } from '../memory/progress-state.ts';
import { isBest } from '../memory/symptoms.ts';

/** What a step says about how far the rounds have come. */
export interface Rounds {
  /** Looks in a row that found it unmoved, this one included. */
  readonly rounds: number;
  /** This one did. */
  readonly unmoved: boolean;
  /** What is counted under, where it is not the very same call: calls that differ in an id. */
  readonly of?: string;
}

/** So much of what a command shows is new. */
const GAIN_MIN = 0.34;
/** The first time it may have taken more than one go. */
const ROUNDS_MIN = 2;
/** Looks of which is remembered how often they moved nothing. */
const UNMOVED_KEPT = 4;
const NONE: Rounds = { rounds: 0, unmoved: false };

/** How often a call has found in a row what it found before, although something was done about it. */
export function roundsOf(
  state: ProgressState,
  digest: StepDigest,
  known: KnownCall | null,
  compared: Comparison | null,
  gain: number,
  waited: boolean,
): Rounds {
  if (known === null) return newestOfKind(state, digest, gain);
  if (compared === null || hasMoved(state, digest, known, compared)) return NONE;
  if (getsOn(digest, known, compared, gain)) return NONE;
  const { actedAt = -1, reachedAt = -1, unmoved = [] } = state;
  const [, rounds = 0] = unmoved.find(([call]) => call === digest.call) ?? [];
  if (actedAt <= known.step) return { rounds, unmoved: false };
  if (reachedAt > known.step || !isAmiss(digest, compared)) return NONE;
  // It took long to fail, and what it waits for was seen to get on meanwhile.
  if (digest.error !== null && waited && state.grewAt > known.step) return NONE;
  return { rounds: rounds + 1, unmoved: true };
}

/** The same for the newest of a kind, under an id of its own: the answer to the last mail, the log of the last run. */
function newestOfKind(state: ProgressState, digest: StepDigest, gain: number): Rounds {
  const { tool, shape, slots, content, red, terminal, negative, refused = false } = digest;
  const isBad = red || terminal || negative || refused;
  if (!content || !isBad || gain > 0 || digest.nature !== 'read') return NONE;
  const isKind = (one: NearCall) => one.tool === tool && sharesTemplate(one.slots, slots);
  const last = state.near.findLast(isKind);
  const { actedAt = -1, reachedAt = -1, unmoved = [] } = state;
  if (last?.shape !== shape || actedAt <= last.step || reachedAt > last.step) return NONE;
  const [, rounds = 0] = unmoved.find(([of]) => of === tool) ?? [];
  return { rounds: rounds + 1, unmoved: true, of: tool };
}

function hasMoved(
  { symptoms }: ProgressState,
  digest: StepDigest,
  { numbers, trends }: KnownCall,
  { state, movement }: Comparison,
): boolean {
  if (state === 'other' || movement === 'onward' || isBest(symptoms, digest)) return true;
  return !isSteady(digest, { numbers, trends });
}

/** Whether a figure stands where it stood; where all go to and fro, it may be better than it was. */
function isSteady({ numbers }: StepDigest, before: MovingNumbers): boolean {
  if (numbers.length === 0) return true;
  return numbers.some(
    (figure, at) => figure === before.numbers[at] && (before.trends[at] ?? 0) === 0,
  );
}

/** Whether a call shows what is not as it should be, or nothing says that it is. */
function isAmiss(digest: StepDigest, { exact }: Comparison): boolean {
  const { red, unfinished, terminal, negative, refused = false, reading = false, nature } = digest;
  if (nature === 'plan' || nature === 'change' || nature === 'spawn') return false;
  if (red || unfinished || terminal || negative || refused) return true;
  return reading && (nature === 'read' || (nature !== 'act' && exact !== 'other'));
}

/**
 * Whether a command gets on, whatever is looked at beside it: it shows what it never showed, or a check that fails other
 * figures than the last time.
 */
export function getsOn(
  { nature, red, numbers }: StepDigest,
  known: KnownCall | null,
  compared: Comparison | null,
  gain: number,
): boolean {
  if (known === null || nature !== 'run') return false;
  if (compared?.state === 'other' && gain > (red ? 0 : GAIN_MIN)) return true;
  if (!red) return false;
  const others = numbers.filter((figure, at) => figure !== known.numbers[at]);
  return others.length > 0 && 2 * others.length >= numbers.length;
}

/** The calls that moved nothing, after a step. */
export function unmovedAfter(
  { unmoved = [] }: ProgressState,
  { call: same }: StepDigest,
  { rounds, of: call = same }: Rounds,
): Pick<ProgressState, 'unmoved'> {
  if (rounds === 0 && unmoved.every(([known]) => known !== call)) return {};
  const others = unmoved.filter(([known]) => known !== call);
  return { unmoved: rounds === 0 ? others : [...others.slice(1 - UNMOVED_KEPT), [call, rounds]] };
}

/** Whether enough rounds in a row say that it is a habit. */
export function isUnmoved({ rounds, unmoved }: Rounds): boolean {
  return unmoved && rounds >= ROUNDS_MIN;
}

/** Whether a step has done something that a look may show. */
export function actsOn({ nature, poll, content, error }: StepDigest): boolean {
  if (error !== null) return false;
  return nature === 'act' ? !poll && !content : nature === 'change' || nature === 'run';
}

/** Whether a deed is about something that no deed was about before. */
export function reachesNew(
  { targets = [] }: ProgressState,
  { nature, about }: StepDigest,
  list: ListStep,
): boolean {
  if (nature === 'change') return about !== undefined && !targets.includes(about);
  if (nature === 'act') return list !== null;
  // Another number is another option as often as another thing.
  return nature === 'run' && list !== null && list !== 'numbers' && list !== 'slot';
}
