/**
 * Why a step counts, as a table: the first row that applies decides.
 *
 * Each row is one idea, worded as the question it asks. A step that no row claims brought something, or did something
 * new; what it takes off the score is said in `progress-score.ts`.
 */
import { isNumeric } from '../digest/argument-words.ts';
import { deniesAnother, takesPortion } from './one-of-many.ts';
import {
  flips,
  hasChanged,
  hasFigures,
  hasTrend,
  isBack,
  isNoise,
  isQuick,
  isSettled,
  measures,
  QUICK_MS,
} from './outcome-questions.ts';
import type { DeadReason } from './progress-weights.ts';
import { ACKNOWLEDGEMENT_LINES, GAIN_MIN, isDeed, isLook, type StepFacts } from './step-facts.ts';

interface Row {
  readonly when: (facts: StepFacts) => boolean;
  readonly reason: DeadReason | 'nothing';
}

const fails = ({ digest }: StepFacts) => digest.error !== null;
const looks = ({ digest }: StepFacts) => isLook(digest);
const pending = ({ digest }: StepFacts) => digest.unfinished && !digest.terminal;
const isOld = ({ gain }: StepFacts) => gain < GAIN_MIN;
const isShort = ({ digest }: StepFacts) => digest.lines.length <= ACKNOWLEDGEMENT_LINES;

/** A look with a long answer, or an act on a screen after which it is seen. */
const showsAtLength = (facts: StepFacts) =>
  facts.digest.nature === 'screen' ? !isShort(facts) : looks(facts) && facts.digest.content;

/** The same act with other numbers or ids: another place, another amount, another thing. */
const actsElsewhere = ({ digest, near }: StepFacts) =>
  digest.nature === 'act' &&
  digest.error === null &&
  !digest.negative &&
  near !== null &&
  (near.looseCall !== digest.looseCall ||
    digest.words.some((word) => !near.words.includes(word))) &&
  digest.words.every((word) => isNumeric(word) || near.words.includes(word));

/** Nobody waits by writing, be it a file or a note, nor by sending somebody, nor by a command that says nothing. */
const waits = ({ digest: { nature, lines } }: StepFacts) =>
  nature !== 'change' &&
  nature !== 'plan' &&
  nature !== 'spawn' &&
  (nature !== 'run' || lines.length > 0);
const answers = ({ digest: { nature, negative } }: StepFacts) =>
  nature === 'spawn' || (nature === 'act' && negative);

/** An answer about one entry of a list that is like the answer about the last one. */
const answersNo = (facts: StepFacts) =>
  fails(facts)
    ? facts.digest.bare || facts.digest.negative || facts.digest.refused === true
    : isOld(facts) && !facts.digest.content && (looks(facts) || answers(facts));

/** The same failure after something was changed: the change did nothing about it. */
const fixedNothing = (facts: StepFacts) =>
  facts.failsAgain && facts.list === null && !facts.movedSince;

/** The same call again, in the same run. */
const repeated: readonly Row[] = [
  // The next portion: there is less left each time.
  { when: takesPortion, reason: 'portion' },
  // Somebody wants it so many times, and it went well.
  {
    when: (facts) =>
      facts.askedFor && !fails(facts) && !facts.digest.negative && isDeed(facts.digest),
    reason: 'asked-for',
  },
  // It failed this time, went well before, and nothing was changed: how often it fails is what somebody wants to know.
  {
    when: ({ askedFor, changedSince, known, digest }) =>
      askedFor && !changedSince && known?.error === undefined && isDeed(digest),
    reason: 'asked-for',
  },
  // Memory was lost in between: once more is fair, over and over is not.
  {
    when: ({ compactedSince, known }) => compactedSince && (known?.laps ?? 0) > 0,
    reason: 'forgotten',
  },
  {
    when: ({ compactedSince, digest }) => compactedSince && digest.nature === 'change',
    reason: 'forgotten',
  },
  { when: ({ compactedSince }) => compactedSince, reason: 'read-again' },
  // What failed before has gone well.
  { when: ({ recovered }) => recovered, reason: 'nothing' },
  // What failed before the last change fails as it did, be it in other company.
  { when: fixedNothing, reason: 'same-failure' },
  // Something was changed in between: a check counts only if it is red as it was before.
  {
    when: ({ changedSince, movedSince, redAgain }) => changedSince && !movedSince && redAgain,
    reason: 'check-stall',
  },
  // A check goes to and fro between states that it had: what mends the one breaks the other.
  {
    when: (facts) => facts.changedSince && !facts.movedSince && flips(facts),
    reason: 'check-stall',
  },
  {
    when: ({ changedSince, digest }) => changedSince && digest.nature === 'plan',
    reason: 'plan-echo',
  },
  // The same thing was set to other numbers, and to the digit it shows what it showed.
  {
    when: (facts) =>
      facts.turnedSince &&
      !facts.learnedSince &&
      facts.compared?.exact !== 'other' &&
      (looks(facts) || facts.digest.nature === 'run'),
    reason: 'check-stall',
  },
  { when: ({ changedSince }) => changedSince, reason: 'nothing' },
  // Another agent says in other words what others said before.
  {
    when: ({ digest, compared, gain }) =>
      digest.nature === 'spawn' && compared?.state === 'other' && gain === 0,
    reason: 'empty-handed',
  },
  // More or less of what was seen before, and nothing else.
  {
    when: (facts) =>
      facts.compared?.state === 'other' &&
      facts.gain === 0 &&
      looks(facts) &&
      facts.digest.content &&
      !fails(facts),
    reason: 'changing-read',
  },
  // Another outcome is information, unless it is the same error in other words, or the drift of a repeated change.
  {
    when: (facts) =>
      facts.compared?.state === 'other' &&
      !facts.sameError &&
      (facts.digest.nature !== 'change' || !isOld(facts)) &&
      (facts.digest.nature !== 'screen' || facts.gain > 0) &&
      (facts.digest.nature !== 'plan' || facts.gain > 0),
    reason: 'nothing',
  },
  // A note that is taken down in other words than the last time is no other note.
  {
    when: (facts) =>
      facts.digest.nature === 'plan' && facts.compared?.state === 'other' && !fails(facts),
    reason: 'plan-echo',
  },
  // The next of what was handed out was typed since: this is the answer about it.
  {
    when: (facts) => facts.digest.nature === 'screen' && facts.enteredSince && !fails(facts),
    reason: 'unseen',
  },
  // A screen on which all was seen before, if not side by side.
  {
    when: (facts) =>
      facts.digest.nature === 'screen' && facts.compared?.state === 'other' && !fails(facts),
    reason: 'seen-screen',
  },
  {
    when: ({ sameTurn, known, digest }) => sameTurn && known?.atMs === digest.atMs,
    reason: 'same-turn',
  },
  {
    when: (facts) => facts.digest.terminal && looks(facts) && facts.wait.waited,
    reason: 'dead-end',
  },
  // A picture may show anything.
  { when: ({ digest }) => digest.picture, reason: 'unseen' },
  // An act whose result shows something new moves the world, if only back and forth.
  {
    when: (facts) =>
      (facts.digest.nature === 'act' || facts.digest.nature === 'screen') &&
      !fails(facts) &&
      facts.gain > 0 &&
      !isNoise(facts),
    reason: 'moving',
  },
  // It was something else in between, and now a number has gone on.
  {
    when: ({ compared, digest }) =>
      compared?.state === 'returned' && compared.movement === 'onward' && digest.error === null,
    reason: 'nothing',
  },
  // A number goes on in one direction, in an error down. A change that is made again moves its own numbers.
  {
    when: ({ compared, digest }) => compared?.movement === 'onward' && digest.nature !== 'change',
    reason: 'moving',
  },
  {
    when: (facts) => pending(facts) && (facts.wait.waited || facts.wait.pausedMs >= QUICK_MS),
    reason: 'pending',
  },
  { when: ({ digest }) => digest.infrastructure, reason: 'outage' },
  // A failure is no way of waiting, and no acknowledgement.
  { when: (facts) => fails(facts) && !pending(facts) && facts.wait.waited, reason: 'same-error' },
  {
    when: (facts) =>
      fails(facts) &&
      !pending(facts) &&
      facts.digest.nature !== 'screen' &&
      facts.compared?.state === 'same' &&
      isQuick(facts),
    reason: 'quick-failure',
  },
  {
    when: (facts) => fails(facts) && !pending(facts) && facts.compared?.state === 'other',
    reason: 'same-error',
  },
  { when: (facts) => fails(facts) && !pending(facts), reason: 'repeat' },
  // The same button once more, after something else was filled in.
  {
    when: (facts) =>
      facts.digest.nature === 'screen' &&
      facts.typedSince &&
      isShort(facts) &&
      !facts.digest.content,
    reason: 'unseen',
  },
  // An act on a screen is no way of waiting either, however slowly it is repeated.
  {
    when: (facts) => facts.digest.nature === 'screen' && facts.inARow && isShort(facts),
    reason: 'scroll',
  },
  { when: ({ digest }) => digest.nature === 'screen', reason: 'screen-echo' },
  // Something was seen to get on meanwhile: this is another look at it, or the next portion of the work.
  {
    when: (facts) => facts.grewSince && !fails(facts) && facts.digest.nature !== 'change',
    reason: 'moving',
  },
  // A habit: the clock, the list of what is to do, between steps that brought something each.
  {
    when: (facts) => facts.worksBetween && !fails(facts) && looks(facts),
    reason: 'habit',
  },
  { when: (facts) => facts.wait.waited && waits(facts), reason: 'spaced-poll' },
  { when: ({ digest }) => digest.poll, reason: 'poll' },
  {
    when: (facts) => looks(facts) && facts.compared?.movement === 'first',
    reason: 'changing-read',
  },
  // What was looked at has changed its state since: that may be what it is done for.
  {
    when: (facts) => facts.digest.nature === 'run' && facts.seenSince && !fails(facts),
    reason: 'changing-read',
  },
  // It used to change, and for some looks has not.
  {
    when: (facts) => looks(facts) && hasChanged(facts) && isSettled(facts) && !isBack(facts),
    reason: 'settled',
  },
  { when: (facts) => looks(facts) && hasChanged(facts), reason: 'changing-read' },
  // It is between states that it had before, to the digit: something goes through them.
  {
    when: (facts) =>
      (looks(facts) || facts.digest.nature === 'act') &&
      !fails(facts) &&
      isBack(facts) &&
      facts.digest.numbers.length > 0,
    reason: 'changing-read',
  },
  // It went on before, and just now it did not.
  { when: (facts) => looks(facts) && hasTrend(facts), reason: 'stalled' },
  // Nothing but numbers differs, which go to and fro: it may be measured again because they do.
  { when: (facts) => facts.digest.nature === 'run' && measures(facts), reason: 'measured-again' },
  { when: () => true, reason: 'repeat' },
];

/** A call that this run has not made before. */
const unmade: readonly Row[] = [
  { when: takesPortion, reason: 'nothing' },
  { when: ({ digest }) => digest.picture, reason: 'nothing' },
  {
    when: (facts) =>
      facts.digest.nature === 'wait' && facts.sleepMs > 0 && isShort(facts) && !fails(facts),
    reason: 'pause',
  },
  {
    when: (facts) => facts.digest.nature === 'plan' && !fails(facts) && isOld(facts),
    reason: 'plan-echo',
  },
  { when: (facts) => facts.digest.nature === 'plan' && !fails(facts), reason: 'plan-note' },
  { when: deniesAnother, reason: 'one-of-many' },
  // The same page under another number: it cannot be about what was asked for.
  { when: (facts) => looks(facts) && !fails(facts) && facts.sameContent, reason: 'same-content' },
  // Other words in the question, and the same figures in the answer.
  {
    when: (facts) =>
      (looks(facts) || facts.digest.nature === 'run') &&
      !fails(facts) &&
      facts.gain === 0 &&
      hasFigures(facts) &&
      !facts.digest.content,
    reason: 'same-content',
  },
  // The same words in reply to commands that have nothing in common: they are about none of them.
  {
    when: (facts) => !fails(facts) && facts.sameReply && facts.digest.nature === 'run',
    reason: 'same-reply',
  },
  { when: fixedNothing, reason: 'same-failure' },
  // The next entry of a list: an answer that says no is an answer about this entry.
  {
    when: (facts) => (facts.list === 'numbers' || facts.list === 'handed') && answersNo(facts),
    reason: 'listed',
  },
  // A list that the agent knows by heart looks much like a search.
  {
    when: (facts) => facts.list === 'slot' && !fails(facts) && looks(facts) && isOld(facts),
    reason: 'by-heart',
  },
  // The same sentence from different tools is about none of what they did.
  {
    when: (facts) =>
      !fails(facts) && facts.sameReply && facts.gain === 0 && facts.digest.nature === 'act',
    reason: 'same-reply',
  },
  // The same sentence in reply to one look after the other: it says something about the looks.
  {
    when: (facts) =>
      !fails(facts) &&
      facts.sameReply &&
      facts.gain === 0 &&
      facts.list === null &&
      !facts.digest.unfinished,
    reason: 'same-reply',
  },
  // Something else is looked at, which is at work as well.
  {
    when: (facts) =>
      facts.near !== null && isOld(facts) && looks(facts) && pending(facts) && !fails(facts),
    reason: 'pending',
  },
  // Nearly the same call, with nothing new in the answer: a success of a change may still be work.
  {
    when: ({ near, digest, gain, list }) =>
      near !== null &&
      gain < GAIN_MIN &&
      list !== 'handed' &&
      digest.nature === 'screen' &&
      near.looseCall === digest.looseCall,
    reason: 'screen-echo',
  },
  {
    when: (facts) =>
      facts.near !== null &&
      isOld(facts) &&
      facts.list === null &&
      facts.digest.nature !== 'screen' &&
      !actsElsewhere(facts) &&
      (fails(facts) || (facts.digest.nature !== 'change' && facts.digest.nature !== 'run')),
    reason: 'near-repeat',
  },
  // All its words were written before: the same paragraph once more.
  {
    when: ({ near, digest }) =>
      digest.nature === 'change' &&
      digest.error === null &&
      near?.looseCall === digest.looseCall &&
      digest.words.every((word) => near.words.includes(word)),
    reason: 'written-before',
  },
  { when: (facts) => facts.recentError && facts.digest.infrastructure, reason: 'outage' },
  { when: (facts) => facts.recentError && facts.digest.bare, reason: 'bare-failure' },
  { when: ({ recentError }) => recentError, reason: 'same-error' },
  {
    when: (facts) =>
      !fails(facts) && facts.digest.negative && facts.list !== 'names' && facts.list !== 'things',
    reason: 'negative-answer',
  },
  {
    when: (facts) => facts.digest.nature === 'spawn' && facts.list === null && facts.gain === 0,
    reason: 'empty-handed',
  },
  {
    when: (facts) => !fails(facts) && facts.gain === 0 && showsAtLength(facts) && !facts.typesNew,
    reason: 'known-content',
  },
  { when: (facts) => !fails(facts) && looks(facts) && facts.gain === 0, reason: 'known-answer' },
  // A command that nearly was made before, and says what was said before.
  {
    when: (facts) =>
      facts.digest.nature === 'run' &&
      facts.near !== null &&
      facts.list === null &&
      facts.digest.lines.length > 0 &&
      facts.gain === 0,
    reason: 'known-answer',
  },
  // Something else was done and the answer is one of those that were given before.
  {
    when: (facts) =>
      facts.digest.nature === 'act' &&
      !fails(facts) &&
      facts.digest.sentence &&
      facts.gain === 0 &&
      facts.list === null,
    reason: 'known-answer',
  },
];

/** Why a step counts, or null where it does not. */
export function reasonFor(facts: StepFacts): DeadReason | null {
  const rows = facts.known === null ? unmade : repeated;
  const row = rows.find(({ when }) => when(facts));
  return row === undefined || row.reason === 'nothing' ? null : row.reason;
}
