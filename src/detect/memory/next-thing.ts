/**
 * Whether a call is about the next of many things: one before it was granted, one went well, or one is begun with now.
 *
 * What fails for one thing says little about the next one, and what is done in every round is no repeat in a round that was
 * begun with another thing. A thing has a name, and a name is told from a word of a text: it has a digit in it, or stands in a
 * command so short that there is nothing else to tell.
 */
import { isNumeric } from '../digest/argument-words.ts';
import type { StepDigest } from '../digest/step-digest.ts';
import { sharesTemplate } from './enumeration.ts';
import type { NearCall } from './near-calls.ts';

/** A command of no more words does something to what it names. */
const NAMING_SLOTS = 4;

/** When the same was last done to something else, and went well; -1 where it never was. */
export function wentWellAt(near: readonly NearCall[], { tool, slots }: StepDigest): number {
  const well = near.findLast(
    (one) => one.ok === true && one.tool === tool && differsInOne(one.slots, slots),
  );
  return well?.step ?? -1;
}

/** Whether a deed like this one was granted a moment ago: another room, another day. */
export function wasGranted(
  near: readonly NearCall[],
  { tool, slots, nature }: StepDigest,
): boolean {
  if (nature !== 'act' && nature !== 'change') return false;
  return near.some(
    (one) => one.ok === true && one.tool === tool && sharesTemplate(one.slots, slots),
  );
}

/** Whether a command is given for another thing: one word of it is another, names something, and was not used of late. */
export function isBegun(near: readonly NearCall[], { nature, tool, slots }: StepDigest): boolean {
  if (nature !== 'run') return false;
  const own = near.filter((one) => one.tool === tool);
  const alike = own.findLast((one) => differsInOne(one.slots, slots));
  const other = slots.find((slot, index) => slot !== alike?.slots[index]);
  if (alike === undefined || other === undefined) return false;
  if (slots.length > NAMING_SLOTS && !isNumeric(other)) return false;
  return own.every((one) => !one.slots.includes(other));
}

/** Whether two calls differ in one word, and not in what is done. */
function differsInOne(a: readonly number[], b: readonly number[]): boolean {
  if (a.length !== b.length || a[0] !== b[0]) return false;
  return a.filter((slot, index) => slot !== b[index]).length === 1;
}
