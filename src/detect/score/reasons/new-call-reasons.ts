/** Why a call that this run has not made before counts: the first row that applies decides. */
import { isNumeric } from '../../digest/argument-words.ts';
import { startsBeside } from '../starts-beside.ts';
import { GAIN_MIN, type StepFacts } from '../step-facts.ts';
import { isUnmoved } from '../unmoved.ts';
import { deniesAnother, takesPortion } from './one-of-many.ts';
import { hasFigures } from './outcome-questions.ts';
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

const answers = ({ digest: { nature, negative } }: StepFacts) =>
  nature === 'spawn' || (nature === 'act' && negative);

/** An answer about one entry of a list that is like the answer about the last one. */
const answersNo = (facts: StepFacts) =>
  fails(facts)
    ? facts.digest.bare || facts.digest.negative || facts.digest.refused === true
    : isOld(facts) && !facts.digest.content && (looks(facts) || answers(facts));

/** A call that this run has not made before. */
export const newCallReasons: readonly ReasonRow[] = [
  { when: takesPortion, reason: 'nothing' },
  { when: ({ digest }) => digest.picture, reason: 'nothing' },
  // The next one of a fan-out: most of its words are those of the one before.
  {
    when: ({ digest, near }) => startsBeside(digest) && near?.looseCall !== digest.looseCall,
    reason: 'nothing',
  },
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
  // The newest of its kind says what the one before said, although something was done about it.
  { when: isUnmoved, reason: 'unmoved' },
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
  // The next thing was chosen or typed since, and the same button is pressed for it.
  {
    when: (facts) => typedWell(facts) && facts.near?.looseCall === facts.digest.looseCall,
    reason: 'unseen',
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
  // A command that nearly was made before, or another one with more than a word to say, says what was said before.
  {
    when: (facts) =>
      facts.digest.nature === 'run' &&
      facts.list === null &&
      facts.digest.lines.length > (facts.near === null ? 1 : 0) &&
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
