/**
 * A map with room for so many entries: what was put longest ago goes out.
 *
 * Names come from agents and clients, and one that makes up new ones without end must not fill the memory.
 */

/** A map that keeps the entries that were put last; putting an entry again makes it the newest. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #most: number;
  /** Stands at the oldest key: a new walk from the start would step over all that went before, each time. */
  #oldest: Iterator<Key, undefined> | null = null;

  constructor(most: number, entries: Iterable<readonly [Key, Value]> = []) {
    super();
    this.#most = most;
    for (const [key, value] of entries) this.put(key, value);
  }

  override set(key: Key, value: Value): this {
    this.put(key, value);
    return this;
  }

  /** Puts the value last; gives back the value that had to go for it. */
  put(key: Key, value: Value): Value | undefined {
    this.delete(key);
    super.set(key, value);
    return this.size > this.#most ? this.dropOldest() : undefined;
  }

  /** Takes out the value that was put longest ago. */
  dropOldest(): Value | undefined {
    this.#oldest ??= this.keys();
    const next: IteratorResult<Key, undefined> = this.#oldest.next();
    if (next.done === true) {
      this.#oldest = null;
      return undefined;
    }
    const value = this.get(next.value);
    this.delete(next.value);
    return value;
  }
}
