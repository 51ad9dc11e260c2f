/**
 * Noise is learned, not listed: of the numbers that differ between two looks at the same thing, those count that keep
 * going in one direction.
 *
 * "45 %, 46 %, 48 %" is something at work. "heap 866 MB, heap 211 MB, heap 521 MB" changes on every look and means
 * nothing; so does the shell's line counter in an error, which only ever grows.
 */

/** How one number has moved: not yet, up, down, or to and fro. */
export type Trend = 0 | 1 | -1 | 2;

const NOISE: Trend = 2;

/** What the numbers of one call did so far. */
export interface MovingNumbers {
  readonly numbers: readonly number[];
  readonly trends: readonly Trend[];
}

/** Whether anything moved: a number for the first time, or one that keeps its direction. */
export type Movement = 'none' | 'first' | 'onward';

/** The numbers after another look; `falling` says that only what gets less means something. */
export function moveNumbers(
  before: MovingNumbers,
  numbers: readonly number[],
  falling: boolean,
): { readonly after: MovingNumbers; readonly movement: Movement } {
  // A look that shows no numbers says nothing about them.
  if (numbers.length === 0) {
    return { after: { numbers: before.numbers, trends: before.trends }, movement: 'none' };
  }
  if (before.numbers.length !== numbers.length) {
    return { after: { numbers, trends: [] }, movement: 'none' };
  }
  let movement: Movement = 'none';
  const trends = numbers.map((number, index): Trend => {
    const earlier = before.numbers[index] ?? number;
    const trend = before.trends[index] ?? 0;
    if (number === earlier || trend === NOISE) return trend;
    const direction: Trend = number > earlier ? 1 : -1;
    if (falling && direction === 1) return NOISE;
    if (trend === 0 && movement === 'none') movement = 'first';
    if (trend === direction) movement = 'onward';
    return trend === 0 || trend === direction ? direction : NOISE;
  });
  // Nothing moved so far: nothing to keep.
  const still = trends.every((trend) => trend === 0);
  return { after: { numbers, trends: still ? [] : trends }, movement };
}
