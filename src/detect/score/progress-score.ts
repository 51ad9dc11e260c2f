/**
 * The no-progress score: one leaky number per thread that rises with every step that brings
 * nothing and falls with every step that does. It needs no cycle length, so a loop of any period
 * raises it; and it looks at results, so a repeated call with a new answer does not.
 */
import type { StepDigest } from '../digest/step-digest.ts';
import { rememberCall } from '../memory/call-memory.ts';
import { sharesTemplate, type ListStep } from '../memory/enumeration.ts';
import { withLines } from '../memory/line-memory.ts';
import { nearCall, withNear, type NearCall } from '../memory/near-calls.ts';
import { isBegun } from '../memory/next-thing.ts';
import type { ProgressState } from '../memory/progress-state.ts';
import { withSymptoms } from '../memory/symptoms.ts';
import {
  ACT_POINTS,
  CHANGED_POINTS,
  DEAD_POINTS,
  LIVE_POINTS,
  NEXT_POINTS,
  RETRIED_POINTS,
  SOFTENED,
  type DeadReason,
} from './progress-weights.ts';
import { isWorthWaiting, measures } from './reasons/outcome-questions.ts';
import { reasonFor } from './reasons/reason-table.ts';
import {
  ACKNOWLEDGEMENT_LINES,
  factsOf,
  GAIN_MIN,
  isDeed,
  isLook,
  typedWords,
  type StepFacts,
} from './step-facts.ts';
import { actsOn, unmovedAfter } from './unmoved.ts';
import { withPause } from './waiting.ts';

/** A further repeat in the same answer costs so much of what it costs on its own. */
const TURN_SHARE = 0.3;
/** Of more points than these, something that moves on takes some off, so many times at most: a counter may grow for ever. */
const MOVING_POINTS_MAX = 2.6;
const MOVING_EASES = 0.8;
const MOVES_MANY = 60;
/** An answer with no more numbers than these is a figure. */
const FIGURES_MAX = 2;
const TABLE_FIGURES = 5;
/** What a failure costs after the longest wait, as a share of what it costs at once. */
const FAILURE_SHARE = 0.5;
/** What a failure costs that comes back where trying again has helped before. */
const RETRY_SHARE = 0.5;
/** The same where somebody slept before asking again for what was not to be had. */
const ABSENT_SHARE = 0.1;
/** The least that a look costs that fails as it did before, however long somebody waited. */
const ABSENT_POINTS = 0.2;
/** So many other steps between two looks make them looks beside the work. */
const BESIDE_STEPS = 2;
/** The most that is owed when a failure comes back. */
const LENT_MAX = 6;
/** What many answers of no about different things can add up to, and how fast they get there. */
const MANY_POINTS_MAX = 4.5;
const MANY_SHARE = 0.1;
const COSTS_KEPT = 12;
const RETRIES_KEPT = 99;
/** Ids that are remembered of results. */
const IDS_KEPT = 48;
/** What the last changes were about. */
const TARGETS_KEPT = 20;

/** How one step was judged. */
export interface ProgressStep {
  readonly state: ProgressState;
  readonly points: number;
  /** Why the step counted, or null when it brought something. */
  readonly dead: DeadReason | null;
  /** Whether its result held something that the thread had not seen. */
  readonly informed: boolean;
}

/** Judges one finished tool call. */
export function judgeProgress(state: ProgressState, digest: StepDigest): ProgressStep {
  const facts = factsOf(state, digest);
  const dead = reasonFor(facts);
  const alone = dead === null ? 0 : Math.min(costOf(dead, facts), mostOf(dead, state.points));
  const beside = Math.min(alone, costBeside(state, facts));
  const isLetOff = beside < alone;
  // What was let off is owed at the next full repeat before anything new: it was no look beside the work.
  const isDue = !isLetOff && isOwed(facts, alone);
  const owed = owedFor(dead, facts, state);
  const cost = beside + owed + (isDue ? state.waived : 0);
  // Calls of one answer are one step: together they cost what the worst of them does.
  const spent = facts.sameTurn ? state.turnPoints : 0;
  const added = dead === null ? -reliefOf(facts) : addedTo(spent, cost, facts.known !== null);
  const moves = state.points === 0 ? 0 : state.moves + (movesOn(dead) ? facts.wait.share : 0);
  const eased = movesOn(dead) && moves < MOVES_MANY && state.points > MOVING_POINTS_MAX;
  const points = round(Math.max(0, eased ? easedBy(state.points) : state.points + added));
  const next = remember(state, facts, dead, points, dead === null ? 0 : added);
  return {
    state: {
      ...next,
      points,
      moves: round(moves),
      turnPoints: Math.max(spent, cost),
      // Whatever a check shows, a new account begins: what was taken off is owed, or it was worth it.
      lent: digest.symptom === undefined ? lentAfter(state, points) : 0,
      waived: isLetOff ? round(alone - beside) : isDue || dead === null ? 0 : state.waived,
      costs: dead === 'pause' ? next.costs : [...next.costs, round(alone)].slice(-COSTS_KEPT),
    },
    points,
    dead,
    informed: facts.gain > 0 && digest.error === null,
  };
}

/**
 * The most that a look or a note between other steps can cost: what the dearest of them did. Reading the clock at every
 * third step of work is no loop, and at every third step of a loop it is one.
 */
function costBeside(state: ProgressState, { digest, known }: StepFacts): number {
  const isNote = digest.nature === 'plan';
  if (digest.error !== null || !(isNote || isLook(digest))) return Infinity;
  const before = isNote ? state.plannedAt : (known?.step ?? -1);
  const between = state.steps - before - 1;
  if (before < 0 || between < BESIDE_STEPS) return Infinity;
  return Math.max(...state.costs.slice(-between));
}

/** What was taken off the score in the hope that it helps. */
function lentAfter({ lent, points: before }: ProgressState, points: number): number {
  if (points >= before) return lent;
  return round(Math.min(LENT_MAX, lent + before - points));
}

/** What a step owes that shows that it was taken off for nothing. */
function owedFor(dead: DeadReason | null, { known }: StepFacts, state: ProgressState): number {
  if (dead === 'same-failure') return state.lent;
  if (dead !== 'unmoved') return 0;
  // Of another call nobody knows what the score was then; the deed that it shows to have been in vain took this off.
  return known === null ? ACT_POINTS : Math.max(0, (known.scored ?? 0) - state.points);
}

function isOwed({ known, digest }: StepFacts, alone: number): boolean {
  return known !== null && digest.nature !== 'plan' && alone >= DEAD_POINTS.repeat;
}

/** Whether a step showed that something gets on, or got on by it. */
function movesOn(dead: DeadReason | null): boolean {
  return dead === 'moving' || dead === 'portion';
}

/** Something at work makes up for looks that did not see it yet, but is no result. */
function easedBy(points: number): number {
  return Math.max(MOVING_POINTS_MAX, points - MOVING_EASES);
}

/** What a step adds to a turn that has cost so much: the worst counts in full, a further repeat in part. */
function addedTo(spent: number, cost: number, isRepeat: boolean): number {
  const more = Math.max(0, cost - spent);
  return isRepeat ? Math.max(more, TURN_SHARE * cost) : more;
}

/** The most that a step may add to a score: what says no about one thing after the other never fills it by itself. */
function mostOf(reason: DeadReason, points: number): number {
  return reason === 'one-of-many' ? Math.max(0, MANY_SHARE * (MANY_POINTS_MAX - points)) : Infinity;
}

function costOf(reason: DeadReason, facts: StepFacts): number {
  const { digest, wait, waitsForNothing, inARow, triesPay, known } = facts;
  // Nobody is there who could answer.
  if (reason === 'outage' && waitsForNothing) return DEAD_POINTS['dead-end'];
  if (reason === 'outage' && inARow && digest.limited !== true) return RETRIED_POINTS * wait.share;
  // Looking again while it is said to be at work costs little at any pace, and less after a long wait.
  if (reason === 'pending') {
    const spaced = wait.measured ? DEAD_POINTS.repeat * wait.share : DEAD_POINTS.pending;
    return Math.min(DEAD_POINTS.pending, spaced);
  }
  // Who waits and looks whether something is there yet is told no until it is.
  if (reason === 'same-error' && wait.slept && isLook(digest) && !digest.terminal)
    return Math.min(DEAD_POINTS[reason], Math.max(ABSENT_POINTS, DEAD_POINTS.repeat * wait.share));
  // Nobody waits by writing, but who waits before writing again what has failed does.
  const softened = SOFTENED.has(reason) && (digest.nature !== 'change' || digest.error !== null);
  // A failure may be waited out, too; it only looks less and less like it.
  const excused = reason === 'same-error' && !digest.negative && !digest.terminal;
  // Who sleeps before asking again for what is not to be had asks once more for each of many.
  const least = excused
    ? digest.refused === true && wait.slept
      ? ABSENT_SHARE
      : FAILURE_SHARE
    : 1;
  const tried = triesPay && known !== null && digest.error !== null ? RETRY_SHARE : 1;
  return tried * DEAD_POINTS[reason] * (softened ? wait.share : Math.max(least, wait.share));
}

/** What a step takes off that no reason claims: information most, a new act or a new error hardly anything, a known error nothing. */
function reliefOf(facts: StepFacts): number {
  const { digest, gain, known } = facts;
  if (digest.negative) return 0;
  if (facts.best) return LIVE_POINTS;
  if (digest.error !== null) return known === null && gain > 0 ? ACT_POINTS : 0;
  const over = facts.recovered ? (known?.failed ?? 0) : 0;
  return Math.max(over, reliefOfSuccess(facts));
}

/** The same for what went well. */
function reliefOfSuccess(facts: StepFacts): number {
  const { digest, gain, known, compared, list, typesNew, changedSince, turnedSince } = facts;
  if (gain >= GAIN_MIN && !isAcknowledged(digest) && !isWord(facts)) return LIVE_POINTS;
  // The same look with an outcome that it never had: something has changed, if only a little.
  if (compared?.state === 'other' && gain > 0) return CHANGED_POINTS;
  // Measured again after something was changed, and the figures are others.
  if (changedSince && !turnedSince && !digest.red && hasFigures(digest) && measures(facts))
    return NEXT_POINTS;
  // It was looked at until it was something else, and that is what the looks were for.
  if (isWorthWaiting(facts)) return NEXT_POINTS;
  // The next entry of a list is work, if nothing else is known of it.
  if (known === null && isDeed(digest)) return deedRelief(list, digest);
  // A new look that shows hardly anything new did nothing, either, nor did what was typed before.
  const acts = digest.nature === 'screen' ? typesNew : !isLook(digest);
  return known === null && acts ? ACT_POINTS : 0;
}

/** Whether a command shows a table of figures, and no mere count of what it did. */
function hasFigures({ nature, numbers }: StepDigest): boolean {
  return nature === 'run' && numbers.length >= TABLE_FIGURES;
}

/** What a new deed takes off: more, where it is done to the next of many. */
function deedRelief(list: ListStep, { nature }: StepDigest): number {
  if (list === 'things' || (list === 'numbers' && nature === 'act')) return NEXT_POINTS;
  return list === 'numbers' || list === 'handed' ? CHANGED_POINTS : ACT_POINTS;
}

/** An acknowledgement of an act on a screen shows nothing of the screen, in whatever words. */
function isAcknowledged({ nature, lines }: StepDigest): boolean {
  return nature === 'screen' && lines.length <= ACKNOWLEDGEMENT_LINES;
}

/** Whether another agent has come back with a word or two, and was not sent to the next of many. */
function isWord({ digest: { nature, lines }, list }: StepFacts): boolean {
  return nature === 'spawn' && list === null && lines.length <= ACKNOWLEDGEMENT_LINES;
}

function round(points: number): number {
  return Math.round(points * 100) / 100;
}

function remember(
  state: ProgressState,
  facts: StepFacts,
  dead: DeadReason | null,
  points: number,
  added: number,
): ProgressState {
  const { digest } = facts;
  const step = state.steps;
  const { atMs } = digest;
  const lastAtMs = atMs ?? state.lastAtMs;
  const { sleptInAllMs } = facts;
  if (dead === 'pause') {
    return { ...state, lastAtMs, sleptMs: state.sleptMs + facts.sleepMs, sleptInAllMs };
  }
  const typed = typedWords(digest);
  const works = facts.known === null && dead === null;
  const thinks = facts.known === null && dead !== 'near-repeat';
  const paused = thinks && state.sleptMs + facts.sleepMs === 0 ? facts.wait.pausedMs : null;
  return {
    ...state,
    steps: step + 1,
    calls: rememberCall(state.calls, digest, step, { ...facts, points, added }),
    near: withNear(state.near, digest, step),
    changedAt:
      (works && isChange(facts)) || isAct(facts) || dead === 'asked-for' ? step : state.changedAt,
    freshAt:
      (works && isChange(facts) && !isTurned(state, digest)) || dead === 'asked-for'
        ? step
        : state.freshAt,
    ...(actsOn(digest) && (dead === null || movesOn(dead)) ? { actedAt: step } : {}),
    ...targetsAfter(state, digest),
    ...unmovedAfter(state, digest, facts),
    ...(facts.reaches ? { reachedAt: step } : {}),
    ...(facts.recovered && !facts.changedSince ? { retried: retriesAfter(state) } : {}),
    movedAt: isMoving(facts, dead) ? step : state.movedAt,
    ...(facts.typesNew ? { typedAt: step } : {}),
    ...(facts.list === 'handed' && digest.nature === 'screen' ? { enteredAt: step } : {}),
    ...(isTurn(facts) ? { turnedAt: step } : {}),
    ...(worksOnNext(state, facts) ? { listedAt: step } : {}),
    ...(facts.known === null && isBegun(state.near, digest) ? { begunAt: step } : {}),
    ...(facts.compared?.state === 'other' && facts.gain > 0 ? { learnedAt: step } : {}),
    ...(dead === 'dead-end' || hasEnded(digest) ? { endedAt: step } : {}),
    plannedAt: digest.nature === 'plan' ? step : state.plannedAt,
    grewAt: isGrowth(facts) ? step : state.grewAt,
    lastAtMs,
    workedAtMs: atMs ?? state.workedAtMs,
    resultAtMs: atMs ?? state.resultAtMs,
    sleptMs: 0,
    sleptInAllMs,
    pausesMs: withPause(state.pausesMs, paused),
    symptoms: withSymptoms(state.symptoms, digest, step),
    lines: withLines(state.lines, typed.length === 0 ? digest.lines : [...digest.lines, ...typed]),
    handed: handedAfter(state, facts),
  };
}

/** Whether a step works on the next entry of a list: the same file once more is none, nor is a command in other words. */
function worksOnNext({ targets = [] }: ProgressState, { digest, list }: StepFacts): boolean {
  if (list === null || !isDeed(digest)) return false;
  const { about, nature } = digest;
  if (about !== undefined && targets.includes(about)) return false;
  return nature !== 'run' || (list !== 'names' && list !== 'slot');
}

/** What the last changes were about, after one more. */
function targetsAfter(
  { targets = [] }: ProgressState,
  { about }: StepDigest,
): Pick<ProgressState, 'targets'> {
  if (about === undefined || targets.includes(about)) return {};
  return { targets: [...targets, about].slice(-TARGETS_KEPT) };
}

/** The ids that are remembered after a result. What is done once more only gives the same thing another one. */
function handedAfter({ handed, near }: ProgressState, facts: StepFacts): readonly number[] {
  const { digest, known } = facts;
  if (isDeed(digest) && (known !== null || isInUsedWords(near, digest))) return handed;
  const fresh = digest.ids.filter((id) => !handed.includes(id));
  return fresh.length === 0 ? handed : [...handed, ...fresh].slice(-IDS_KEPT);
}

function retriesAfter({ retried = 0 }: ProgressState): number {
  return Math.min(RETRIES_KEPT, retried + 1);
}

/** Whether a call has no word that the last ones of its tool did not have. */
function isInUsedWords(near: readonly NearCall[], { tool, words }: StepDigest): boolean {
  const used = near.filter((one) => one.tool === tool).flatMap((one) => one.words);
  return words.every((word) => used.includes(word));
}

/** Whether a step showed that something goes on: a look that brings news is only a look. */
function isMoving({ digest, gain, compared }: StepFacts, dead: DeadReason | null): boolean {
  if (movesOn(dead)) return true;
  if (digest.error !== null || isLook(digest) || digest.nature === 'change') return false;
  if (digest.nature !== 'act' && compared?.movement === 'onward') return true;
  return dead === null && gain >= GAIN_MIN && !digest.red;
}

/** Whether a number was found further on: by a look, or by a command that asks for a figure and says little else. */
function isGrowth({ digest, compared }: StepFacts): boolean {
  if (compared?.movement !== 'onward' || digest.error !== null) return false;
  return isLook(digest) || (digest.nature === 'run' && digest.numbers.length <= FIGURES_MAX);
}

/** Whether a look at one thing says that it has ended badly. */
function hasEnded(digest: StepDigest): boolean {
  return digest.terminal && isLook(digest) && digest.lines.length <= ACKNOWLEDGEMENT_LINES;
}

/** Whether a look found another state than the time before. */
function isTurn({ digest, compared }: StepFacts): boolean {
  return isLook(digest) && digest.error === null && compared !== null && compared.state !== 'same';
}

/** Whether an act showed something new of the world it moves in: it is not where it was. */
function isAct({ digest, gain, compared }: StepFacts): boolean {
  // A counter that is one further on is none of its doing.
  if (compared?.state === 'same') return false;
  return digest.nature === 'act' && digest.error === null && gain > 0;
}

/** Whether a change was made before in the same place, with another word or two. */
function isTurned(state: ProgressState, digest: StepDigest): boolean {
  const { nature, tool, slots, names } = digest;
  if (nature === 'run') return nearCall(state.near, digest) !== null;
  if (nature !== 'change') return false;
  const alike = state.near.filter((one) => one.tool === tool && one.names[0] === names[0]);
  return names.length > 0 && alike.some((one) => sharesTemplate(one.slots, slots));
}

/** Whether a new call changed the work: a success that is no note, no look, and no old call in other words. */
function isChange({ digest, near, list, gain }: StepFacts): boolean {
  if (digest.error !== null) return false;
  const { nature } = digest;
  if (nature === 'change') return near?.looseCall !== digest.looseCall;
  if (nature === 'run') return near === null || list !== null;
  // What nobody knows may change something, unless its answer is an old one and it is about nothing new.
  return nature === 'act' && (list !== null || (near === null && gain > 0));
}
