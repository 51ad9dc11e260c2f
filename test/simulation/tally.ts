/**
 * Counts what a run has seen.
 */
import { SOMETIMES, type Sometimes } from './sometimes.ts';

/** How often each thing happened. */
export class Tally {
  readonly #counts = new Map<string, number>();

  /** It happened. */
  see(what: Sometimes): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }

  /** How often it happened. */
  count(what: Sometimes): number {
    return this.#counts.get(what) ?? 0;
  }

  /** What never happened. */
  missing(): readonly Sometimes[] {
    return SOMETIMES.filter((what) => this.count(what) === 0);
  }

  /** One line for each thing. */
  lines(): readonly string[] {
    return SOMETIMES.map((what) => `${String(this.count(what)).padStart(9)}  ${what}`);
  }
}
