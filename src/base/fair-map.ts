/**
 * A map with room for so many entries, each of which belongs to somebody: when it is full, whoever holds most gives up the
 * entry that it put longest ago.
 *
 * In a map that all agents share alike, one that makes up names without end would push out what is remembered of the
 * others, who would then look as if they had never been seen.
 */

import { BoundedMap } from './bounded-map.ts';

/** A map of what belongs to whom. */
export class FairMap<Value> {
  readonly #most: number;
  readonly #owners = new Map<string, BoundedMap<string, Value>>();
  #size = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#size;
  }

  get(owner: string, key: string): Value | undefined {
    return this.#owners.get(owner)?.get(key);
  }

  has(owner: string, key: string): boolean {
    return this.#owners.get(owner)?.has(key) === true;
  }

  /** Puts the value as its owner's newest; gives back the value that had to go for it. */
  put(owner: string, key: string, value: Value): Value | undefined {
    const own = this.#owners.get(owner) ?? new BoundedMap<string, Value>(Infinity);
    this.#owners.set(owner, own);
    if (!own.has(key)) this.#size += 1;
    own.set(key, value);
    if (this.#size <= this.#most) return undefined;
    // Whoever holds more than an equal share gives way to itself, so nobody has to be looked for.
    const isGreedy = own.size * this.#owners.size > this.#most;
    return isGreedy ? this.#dropFrom(owner, own) : this.dropOldest(({ size }) => size);
  }

  delete(owner: string, key: string): void {
    const own = this.#owners.get(owner);
    if (own?.delete(key) !== true) return;
    this.#size -= 1;
    if (own.size === 0) this.#owners.delete(owner);
  }

  /** Takes out what was put longest ago by the owner whose entries weigh most. */
  dropOldest(weight: (entries: ReadonlyMap<string, Value>) => number): Value | undefined {
    let heaviest: readonly [owner: string, entries: BoundedMap<string, Value>] | null = null;
    let most = -1;
    for (const one of this.#owners) {
      const own = weight(one[1]);
      if (own <= most) continue;
      [heaviest, most] = [one, own];
    }
    return heaviest === null ? undefined : this.#dropFrom(...heaviest);
  }

  #dropFrom(owner: string, entries: BoundedMap<string, Value>): Value | undefined {
    const dropped = entries.dropOldest();
    this.#size -= 1;
    if (entries.size === 0) this.#owners.delete(owner);
    return dropped;
  }
}
