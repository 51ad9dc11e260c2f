/**
 * A lease as its holder sees it: counted from before it asked, less a tenth, by two clocks of its own.
 */

/** How often a lease is renewed while it lasts. */
export const RENEWALS = 4;
/** The part of a lease that its holder counts on. */
const COUNTED_ON = 0.9;

/** The lease as its holder sees it. */
export class Lease {
  #sentWall = 0;
  #sentMonotonic = 0;
  #countedMs = 0;

  /** Counts from before the question was sent: nobody knows when it arrived. */
  renewed(sentWall: number, sentMonotonic: number, leaseMs: number): void {
    this.#sentWall = sentWall;
    this.#sentMonotonic = sentMonotonic;
    this.#countedMs = leaseMs * COUNTED_ON;
  }

  /** It is over, whatever the clocks say. */
  end(): void {
    this.#countedMs = 0;
  }

  /** By both clocks: one stands still while the machine sleeps, the other can be set. */
  leftMs(): number {
    const wall = Date.now() - this.#sentWall;
    if (wall < 0) return 0;
    return this.#countedMs - Math.max(wall, performance.now() - this.#sentMonotonic);
  }
}
