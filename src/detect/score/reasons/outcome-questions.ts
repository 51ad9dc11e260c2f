/**
 * How an outcome stands to those that its call had before, as questions that the table of reasons asks.
 */
import { isLook, type StepFacts } from '../step-facts.ts';

/** Repeats this close leave no time for anything outside to change. */
export const QUICK_MS = 10_000;
/** Numbers of four digits and more, in hundredths. */
const FIGURE_MIN = 100_000;
/** After so many looks in a row that were the same, what used to change has settled. */
const SETTLED_LOOKS = 2;

/** Whether nothing but numbers that go to and fro differs from the last time. */
export function isNoise({ compared }: StepFacts): boolean {
  return compared?.state === 'same' && compared.movement === 'none';
}

/** Whether an answer holds numbers that two different things hardly ever have in common. */
export function hasFigures({ digest }: StepFacts): boolean {
  return digest.numbers.filter((hundredths) => hundredths >= FIGURE_MIN).length > 1;
}

/** Whether a look has had more than one outcome. */
export function hasChanged({ known }: StepFacts): boolean {
  return (known?.states.length ?? 0) > 1;
}

/** Whether a look shows, to the digit, what it showed before the last time. */
export function isBack({ compared }: StepFacts): boolean {
  return compared?.exact === 'returned';
}

/** Whether a command shows what it showed before the last time, and did so the last time, too. */
export function flips({ digest, known, compared }: StepFacts): boolean {
  return digest.nature === 'run' && compared?.exact === 'returned' && (known?.flips ?? 0) > 0;
}

/** Whether it had this one some looks in a row. */
export function isSettled({ known, compared }: StepFacts): boolean {
  return compared?.state === 'same' && (known?.settled ?? 0) >= SETTLED_LOOKS;
}

/** Whether a number of this call has kept its direction so far. */
export function hasTrend({ known }: StepFacts): boolean {
  return known?.trends.some((trend) => trend === 1 || trend === -1) === true;
}

/** Whether the numbers are others than the last time. */
export function measures({ digest, known }: StepFacts): boolean {
  if (known === null || known.numbers.length !== digest.numbers.length) return false;
  return digest.numbers.some((number, index) => number !== known.numbers[index]);
}

/** Whether the same call was made only seconds ago. */
export function isQuick({ digest, known }: StepFacts): boolean {
  if (digest.atMs === null || known?.atMs === null || known === null) return false;
  return digest.atMs - known.atMs <= QUICK_MS;
}

/** Whether a look ends in another state than the time before, after it was the same for some looks. */
export function isWorthWaiting({ digest, known, compared }: StepFacts): boolean {
  if (digest.red || compared === null || compared.state === 'same') return false;
  const settled = known?.settled ?? 0;
  if (compared.state === 'other') return isLook(digest) && settled > 0;
  // It was so before: whoever sleeps before each look waits for it again.
  return digest.sleepMs > 0 && settled > 1 && !digest.negative && !digest.unfinished;
}
