/**
 * What a thread's memory says about a step: everything that the table of reasons decides by.
 */
import { isNumeric } from '../digest/argument-words.ts';
import type { StepDigest } from '../digest/step-digest.ts';
import { compareOutcome, markOf, type Comparison, type KnownCall } from '../memory/call-memory.ts';
import { isAnotherThing } from '../memory/distinct-things.ts';
import { listStep, sharesTemplate, type ListStep } from '../memory/enumeration.ts';
import { gainOf, isKnownLine } from '../memory/line-memory.ts';
import { nearCall, type NearCall } from '../memory/near-calls.ts';
import { isBegun, wasGranted, wentWellAt } from '../memory/next-thing.ts';
import type { ProgressState } from '../memory/progress-state.ts';
import { isBest, isFewer, symptomSeenAt } from '../memory/symptoms.ts';
import { getsOn, reachesNew, roundsOf } from './unmoved.ts';
import { usualPause, waitBefore, type Wait } from './waiting.ts';

/** A result whose lines are new by less than this share brings nothing. */
export const GAIN_MIN = 0.34;
/** A result of so few lines acknowledges an act and shows nothing of the screen. */
export const ACKNOWLEDGEMENT_LINES = 2;
/** The sum of pauses begins anew, so that it stays small. */
const SLEPT_WRAPS_MS = 10_000_000_000;
const ERRORS_LOOKED_BACK = 10;
/** The same where another thing is begun: what was done since has got over it. */
const ERRORS_LOOKED_BACK_AT_NEXT = 3;
/** So many steps of work between two looks make the look a habit. */
const WORKS_BETWEEN = 2;
/** So many calls that went well when they were made again are no chance. */
const RETRIED_MIN = 2;
/** A tool that waits and took so long, did. */
const CLOCKED_WAIT_MS = 10_000;
/** Above every hash of a line. */
const TYPED = 0x1000000;
/** So many other commands with the same reply show that it is about none of them. */
const REPLIES_ALIKE = 2;

/** A look takes no time, so a pause of a few tempi before it is a wait; what runs may have run all the while. */
const LOOK_FACTOR = 2.5;
const RUN_FACTOR = 5;

/** The facts about one step. */
export interface StepFacts {
  readonly digest: StepDigest;
  /** The share of the result's lines that the thread had not seen. */
  readonly gain: number;
  /** The same call, if this run made it before. */
  readonly known: KnownCall | null;
  readonly compared: Comparison | null;
  /** Nearly the same call, if there was one and nothing was changed since. */
  readonly near: NearCall | null;
  readonly list: ListStep;
  /** It asks about another thing than the calls like it, and about nothing else. */
  readonly anotherThing: boolean;
  /** One like it was granted a moment ago: another room, another day. */
  readonly grantedBefore: boolean;
  /** A long answer, to the letter that of another call of the tool a moment ago. */
  readonly sameContent: boolean;
  /** A sentence in reply to a command that several others had, each of another kind. */
  readonly sameReply: boolean;
  readonly wait: Wait;
  /** A check is red as it was before: to the digit, or with lines that were all seen and no number further on. */
  readonly redAgain: boolean;
  /** All that fails here failed before, under this call or another one, and something was changed since. */
  readonly failsAgain: boolean;
  /** A check that fails has never gone so well. */
  readonly best: boolean;
  /** Something was changed since the same call was last made. */
  readonly changedSince: boolean;
  /** All that was changed since then had been changed before, to other numbers. */
  readonly turnedSince: boolean;
  /** The context was compacted since then. */
  readonly compactedSince: boolean;
  /** Something else moved on since then. */
  readonly movedSince: boolean;
  /** Something was seen to have ended badly, and since then nothing was done and nothing moved. */
  readonly waitsForNothing: boolean;
  /** How long this step itself waited. */
  readonly sleepMs: number;
  /** How long the thread has slept in all, this step included. */
  readonly sleptInAllMs: number;
  /** Something outside was seen at work since then. */
  readonly grewSince: boolean;
  /** Several steps were made since it was last repeated, and they were work: the score has fallen. */
  readonly worksBetween: boolean;
  /** The result came with that of the step before. */
  readonly sameTurn: boolean;
  /** Since the same call, or nearly the same, was last made, something new was typed on the screen. */
  readonly typedSince: boolean;
  /** Since then, the next of what results and prompts handed out was typed on the screen. */
  readonly enteredSince: boolean;
  /** Since then, something was begun with another thing: the next entry of a list. */
  readonly begunSince: boolean;
  /** Since then, a look has found another state than the time before: it may have been the call's doing. */
  readonly seenSince: boolean;
  /** Since then, another call had an outcome that it never had before: each round tells something else. */
  readonly learnedSince: boolean;
  /** It failed the last time, went well now, and never had this outcome. */
  readonly recovered: boolean;
  /** Trying again has helped before, more than once. */
  readonly triesPay: boolean;
  /** The same error as the same call had before. */
  readonly sameError: boolean;
  /** The same error as another of the last calls had. */
  readonly recentError: boolean;
  /** It was the last step, too. */
  readonly inARow: boolean;
  /** An act on a screen with a word in it that was never used there: another text, another place. */
  readonly typesNew: boolean;
  /** Looks in a row that found what is not as it should be unmoved by what was done, and whether this one did. */
  readonly rounds: number;
  readonly unmoved: boolean;
  /** A deed about something that no deed was about before. */
  readonly reaches: boolean;
  /** The prompt asks for a number of times, and it was done less often so far. */
  readonly askedFor: boolean;
  readonly counted: boolean;
}

/** What is known about a step. */
export function factsOf(state: ProgressState, digest: StepDigest): StepFacts {
  const found = state.calls.find(({ call }) => call === digest.call);
  const known = found === undefined || found.step < state.runAt ? null : found;
  const near = known === null ? nearCall(state.near, digest) : null;
  const gain = gainOf(state.lines, digest.lines);
  const list = known === null ? listStep(state.near, state, digest) : null;
  const pausedMs =
    digest.atMs === null || state.workedAtMs === null ? 0 : digest.atMs - state.workedAtMs;
  const sleepMs = sleepOf(digest, pausedMs, state);
  const sleptInAllMs = (state.sleptInAllMs + sleepMs) % SLEPT_WRAPS_MS;
  // Whoever asks about five things in a row after a pause has waited before each of them.
  const sleptMs = known === null ? sleepMs + state.sleptMs : sleptInAllMs - known.sleptInAllMs;
  const compared = known === null ? null : compareOutcome(known, digest);
  const wait = waitBefore(
    pausedMs,
    Math.max(0, sleptMs),
    state.pausesMs,
    isLook(digest) ? LOOK_FACTOR : RUN_FACTOR,
  );
  return {
    ...roundsOf(state, digest, known, compared, gain, wait.waited),
    reaches: reachesNew(state, digest, list) || getsOn(digest, known, compared, gain),
    digest,
    gain,
    known,
    compared,
    near: near !== null && near.step >= state.runAt && state.changedAt <= near.step ? near : null,
    list,
    anotherThing: known === null && isAnotherThing(state.near, digest),
    grantedBefore: known === null && wasGranted(state.near, digest),
    sameReply: known === null && isSameReply(state, digest),
    sameContent: known === null && gain < GAIN_MIN && isSameContent(state, digest),
    wait,
    redAgain:
      !isFewer(state.symptoms, digest) &&
      known !== null &&
      compared !== null &&
      isRedAgain(known, compared, digest, gain),
    failsAgain: failsAgain(state, digest, known === null) && !isLess(known, compared, digest),
    best: isBest(state.symptoms, digest),
    changedSince: known !== null && state.changedAt > known.step,
    turnedSince: known !== null && state.changedAt > known.step && state.freshAt <= known.step,
    compactedSince: known !== null && state.compactedAt > known.step,
    movedSince: known !== null && state.movedAt > known.step,
    waitsForNothing: (state.endedAt ?? -1) > Math.max(state.changedAt, state.movedAt),
    grewSince: known !== null && state.grewAt > known.step,
    sleepMs,
    sleptInAllMs,
    worksBetween:
      known !== null &&
      state.points < (known.scored ?? 0) &&
      state.steps - known.step > WORKS_BETWEEN,
    typedSince: (state.typedAt ?? -1) > (known?.step ?? near?.step ?? Infinity),
    enteredSince: known !== null && (state.enteredAt ?? -1) > known.step,
    begunSince: known !== null && (state.begunAt ?? -1) > known.step,
    seenSince: known !== null && (state.turnedAt ?? -1) > known.step,
    learnedSince: known !== null && (state.learnedAt ?? -1) > known.step,
    recovered: compared?.state === 'other' && known?.error !== undefined && wentWell(digest),
    triesPay: (state.retried ?? 0) >= RETRIED_MIN,
    sameTurn: isSameTurn(state, digest),
    sameError: known !== null && isSameError(digest, known),
    recentError: digest.error !== null && failedAlike(state, digest),
    inARow: known?.step === state.steps - 1,
    typesNew: typedWords(digest).some((word) => !isKnownLine(state.lines, word)),
    askedFor: (known?.made ?? 1) < (state.asked ?? 0),
    counted: state.asked !== undefined,
  };
}

/** Whether a check that fails shows less than it ever did, or a number that has moved. */
function isLess(
  known: KnownCall | null,
  compared: Comparison | null,
  { lines: { length } }: StepDigest,
): boolean {
  if (known === null || compared === null) return false;
  return compared.movement !== 'none' || length < (known.fewest ?? 0);
}

/** Whether what fails has failed before, and a change since then did nothing about it. */
function failsAgain(
  { symptoms, runAt, changedAt, listedAt = -1 }: ProgressState,
  digest: StepDigest,
  isNew: boolean,
): boolean {
  const { nature } = digest;
  const isLog = isLook(digest) && digest.content;
  if (nature !== 'run' && nature !== 'act' && digest.error === null && !isLog) return false;
  if (nature === 'change' || nature === 'plan' || nature === 'screen' || nature === 'spawn')
    return false;
  const seenAt = symptomSeenAt(symptoms, digest);
  // Another command that may not be used says nothing about what was changed.
  if (digest.refused === true && isNew) return false;
  // Something else of a list may well fail as the one before did.
  return seenAt !== null && seenAt >= runAt && changedAt > seenAt && listedAt <= seenAt;
}

/**
 * Whether a check fails as it failed before: to the digit, or in lines that were all seen, are no fewer than ever and end in
 * the same number.
 */
function isRedAgain(
  { fewest = Infinity, numbers: before }: KnownCall,
  { redAsBefore, movement }: Comparison,
  { error, lines, numbers }: StepDigest,
  gain: number,
): boolean {
  if (redAsBefore) return true;
  if (error === null || gain > 0 || movement !== 'none') return false;
  return lines.length >= fewest && before.at(-1) === numbers.at(-1);
}

/** How long a step waited: by its own words, and where a tool or a command that waits took longer, by the clock. */
function sleepOf(
  { sleepMs, nature, kind }: StepDigest,
  pausedMs: number,
  { pausesMs }: ProgressState,
): number {
  if (nature !== 'wait' || (sleepMs === 0 && kind === undefined)) return sleepMs;
  const tookMs = pausedMs - (usualPause(pausesMs) ?? 0);
  return tookMs >= CLOCKED_WAIT_MS ? Math.max(sleepMs, Math.round(tookMs)) : sleepMs;
}

/** The words of an act on a screen, as lines that no result can have; a few pixels further on is no other place. */
export function typedWords({ nature, words }: StepDigest): readonly number[] {
  if (nature !== 'screen') return [];
  return words.filter((word) => !isNumeric(word)).map((word) => TYPED + word);
}

/** Whether a long answer is that of another of the last calls. */
function isSameContent({ near, runAt, changedAt }: ProgressState, digest: StepDigest): boolean {
  if (!digest.content) return false;
  return near.some(
    ({ tool, shape, step }) =>
      tool === digest.tool && shape === digest.shape && step >= runAt && step >= changedAt,
  );
}

/** Whether a reply is that of several of the last commands, none of which is this one in other words. */
function isSameReply({ near, runAt, learnedAt = -1 }: ProgressState, digest: StepDigest): boolean {
  const { nature } = digest;
  if (!digest.sentence) return false;
  if (nature === 'act') {
    const said = near.filter(({ shape, step }) => shape === digest.shape && step >= runAt);
    return said.length >= REPLIES_ALIKE && said.some(({ tool }) => tool !== digest.tool);
  }
  if (nature !== 'run' && nature !== 'read') return false;
  const alike = near.filter(
    ({ tool, shape, step, slots }) =>
      tool === digest.tool &&
      shape === digest.shape &&
      step >= runAt &&
      (nature === 'read' || step > learnedAt) &&
      (nature === 'read' || !sharesTemplate(slots, digest.slots)),
  );
  return alike.length >= REPLIES_ALIKE;
}

/** Whether a step did what it was for. */
function wentWell({ error, negative, red }: StepDigest): boolean {
  return error === null && !negative && !red;
}

/** Whether another of the last calls failed the same way, and none like them has gone well since. */
function failedAlike(state: ProgressState, digest: StepDigest): boolean {
  const steps = isBegun(state.near, digest) ? ERRORS_LOOKED_BACK_AT_NEXT : ERRORS_LOOKED_BACK;
  const since = Math.max(state.steps - steps, wentWellAt(state.near, digest));
  return state.calls.some(
    (kept) => kept.call !== digest.call && kept.step >= since && isSameError(digest, kept),
  );
}

/** Whether a step's result came with that of the step before: a fast agent's next turn is only milliseconds away. */
function isSameTurn({ resultAtMs }: ProgressState, { atMs }: StepDigest): boolean {
  return atMs !== null && atMs === resultAtMs;
}

/** Whether a call only looks, or waits by design. Of a tool that nobody knows, whoever shows much has looked. */
export function isLook({ nature, poll, content }: StepDigest): boolean {
  if (nature === 'act') return poll || content;
  return nature === 'read' || nature === 'wait' || poll;
}

/** Whether a call does something, other than on a screen. */
export function isDeed(digest: StepDigest): boolean {
  return !isLook(digest) && digest.nature !== 'screen';
}

function isSameError(digest: StepDigest, kept: KnownCall): boolean {
  const { error, errorText } = digest;
  if (error === null || errorText === null) return false;
  return markOf(error) === kept.error || markOf(errorText) === kept.errorText;
}
