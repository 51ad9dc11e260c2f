/** Counts what happened in simulated worlds, by names that are known beforehand: what never happened is told, too. */
export class Sights<Name extends string> {
  readonly #names: readonly Name[];
  readonly #counts = new Map<Name, number>();

  constructor(names: readonly Name[]) {
    this.#names = names;
  }

  see(what: Name, count = 1): void {
    if (count > 0) this.#counts.set(what, (this.#counts.get(what) ?? 0) + count);
  }

  /** What never happened. */
  missing(): readonly Name[] {
    return this.#names.filter((what) => !this.#counts.has(what));
  }

  lines(): readonly string[] {
    return this.#names.map((what) => `${String(this.#counts.get(what) ?? 0).padStart(9)}  ${what}`);
  }

  add(other: Sights<Name>): void {
    for (const [what, count] of other.#counts) this.see(what, count);
  }
}
