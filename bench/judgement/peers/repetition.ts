/**
 * The three ways in which peers count repetition: in a row, among the last few, in laps.
 */

/** Counts how often the same key came in a row. */
export class Streak {
  #key: string | null = null;
  #count = 0;

  /** Takes the next key; how often it has now come in a row. */
  next(key: string): number {
    this.#count = key === this.#key ? this.#count + 1 : 1;
    this.#key = key;
    return this.#count;
  }

  reset(): void {
    this.#key = null;
    this.#count = 0;
  }
}

/** How often the newest key stands among the last `size`. */
export function countOfNewest(keys: readonly string[], size: number): number {
  const newest = keys.at(-1);
  return keys.slice(-size).filter((key) => key === newest).length;
}

/** Whether the keys end in `laps` equal laps of `period` keys. */
export function endsInLaps(keys: readonly string[], period: number, laps: number): boolean {
  const start = keys.length - period * laps;
  if (start < 0) return false;
  for (let index = start + period; index < keys.length; index += 1) {
    if (keys[index] !== keys[index - period]) return false;
  }
  return true;
}
