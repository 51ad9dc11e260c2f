/**
 * What kept a provider from answering, as the gate is told: recorded with the end of the call, not judged.
 */

/** Why there is no answer. */
export interface ProviderTrouble {
  /** limited: it says to come back later. down: it is overloaded or broken. */
  readonly kind: 'limited' | 'down';
  /** When it takes calls again, where it says so. */
  readonly until?: number;
}
