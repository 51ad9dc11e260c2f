/**
 * What is one step of many, as questions that the table of reasons asks: the next portion, and the next thing to which the
 * answer is no.
 */
import { ACKNOWLEDGEMENT_LINES, GAIN_MIN, isDeed, isLook, type StepFacts } from '../step-facts.ts';

/** Whether a deed has done a portion of something. */
export function takesPortion({ digest }: StepFacts): boolean {
  return (
    digest.portion === true && digest.error === null && isDeed(digest) && digest.nature !== 'plan'
  );
}

/** Whether the answer about one thing of many is the same no as the last one. */
export function deniesAnother({ digest, anotherThing, gain, typesNew }: StepFacts): boolean {
  const { bare, negative, refused = false, nature, error, lines } = digest;
  if (!anotherThing || gain >= GAIN_MIN || nature === 'spawn') return false;
  if (error !== null) return bare || refused;
  if (nature === 'screen') return !typesNew;
  return negative || refused || (isLook(digest) && lines.length <= ACKNOWLEDGEMENT_LINES);
}
