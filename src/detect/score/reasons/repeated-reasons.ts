import { isDeed, type StepFacts } from '../step-facts.ts';
import { isUnmoved } from '../unmoved.ts';
/** Why a call that was made before in this run counts: the first row that applies decides. */
import { takesPortion } from './one-of-many.ts';
import {
  flips,
  hasChanged,
  hasTrend,
  isBack,
  isNoise,
  isQuick,
  isSettled,
  isWorthWaiting,
  measures,
  QUICK_MS,
} from './outcome-questions.ts';
import {
  fails,
  looks,
  pending,
  isOld,
  isShort,
  fixedNothing,
  typedWell,
  type ReasonRow,
} from './step-questions.ts';

/** Nobody waits by writing, be it a file or a note, nor by sending somebody, nor by a command that says nothing. */
const waits = ({ digest: { nature, lines, sleepMs } }: StepFacts) =>
  nature !== 'change' &&
  nature !== 'plan' &&
  nature !== 'spawn' &&
  (nature !== 'run' || lines.length > 0 || sleepMs > 0);

/** It has ended badly once more, and little about it is new. */
const endsAgain = (facts: StepFacts) =>
  facts.waitsForNothing && facts.digest.terminal && looks(facts) && isOld(facts);

/** The same call again, in the same run. */
export const repeatedReasons: readonly ReasonRow[] = [
  // The next portion: there is less left each time.
  { when: takesPortion, reason: 'portion' },
  // What is done in each round, in a round that was begun with another thing.
  {
    when: ({ begunSince, digest }) =>
      begunSince && isDeed(digest) && digest.error === null && !digest.negative && !digest.red,
    reason: 'nothing',
  },
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
  // It was waited for, and here it is.
  { when: isWorthWaiting, reason: 'nothing' },
  // Round after round it is as it was, and nothing but the same things was worked on.
  { when: isUnmoved, reason: 'unmoved' },
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
  // Another outcome is information, unless it is the same error or the same bad end in other words, or the drift of a repeated change.
  {
    when: (facts) =>
      facts.compared?.state === 'other' &&
      !facts.sameError &&
      !endsAgain(facts) &&
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
  // Something new was chosen or typed since, and it is another screen than it was.
  {
    when: (facts) => typedWell(facts) && facts.compared?.state === 'other',
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
