/**
 * A broken promise: the name of the check that saw it, and what it saw.
 */
import type { Invariant } from './always.ts';

/** Thrown when a check fails. */
export class Violation extends Error {
  readonly invariant: Invariant;

  constructor(invariant: Invariant, detail: string) {
    super(`${invariant}: ${detail}`);
    this.name = 'Violation';
    this.invariant = invariant;
  }
}
