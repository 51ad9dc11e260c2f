/**
 * Chance that can be repeated: the same seed gives the same numbers on every machine.
 *
 * The generator is sfc32: four 32-bit words, fast, and good enough that no behaviour hides in its
 * patterns. Seeds are texts, so that a part of a run can be named (`7/12/3`) and run alone.
 */

/** A stream of numbers that depends on nothing but its seed. */
export class SeededRandom {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seed: string) {
    const next = wordsOf(seed);
    this.#a = next();
    this.#b = next();
    this.#c = next();
    for (let round = 0; round < 12; round += 1) this.word();
  }

  /** A whole number from 0 to 2^32 − 1. */
  word(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number {
    return min + Math.floor((this.word() / 0x1_0000_0000) * (max - min + 1));
  }

  /** True in this share of cases. */
  chance(share: number): boolean {
    return this.word() < share * 0x1_0000_0000;
  }

  /** One of a list that is not empty. */
  pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new Error('there is nothing to pick from');
    return list[this.between(0, list.length - 1)] as T;
  }

  /** One of a table of values and weights. */
  weighed<T>(table: readonly (readonly [T, number])[]): T {
    let total = 0;
    for (const [, weight] of table) total += weight;
    let rest = (this.word() / 0x1_0000_0000) * total;
    for (const [value, weight] of table) {
      rest -= weight;
      if (rest < 0) return value;
    }
    return this.pick(table)[0];
  }

  /** Sixteen hex digits. */
  hash(): string {
    const half = () => this.word().toString(16).padStart(8, '0');
    return half() + half();
  }
}

/** Spreads a text over as many words as are asked for (FNV-1a, then a finaliser). */
function wordsOf(seed: string): () => number {
  let state = 0x811c9dc5;
  for (let index = 0; index < seed.length; index += 1) {
    state = Math.imul(state ^ seed.charCodeAt(index), 0x01000193);
  }
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let word = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
    return (word ^ (word >>> 16)) >>> 0;
  };
}
