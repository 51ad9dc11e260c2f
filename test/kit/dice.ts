/** Numbers that look random and are the same in every run. */

/** A die of any number of sides, by its seed. */
export type Dice = (sides: number) => number;

/** Rolls from 0 to one less than the sides that are asked for. */
export function dice(seed: number): Dice {
  let state = seed >>> 0;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}
