/**
 * A grace: for so many calls and so long, an agent that is being stopped may still save its work, and nothing else.
 *
 * The terms are part of the record that raises the hold, or of the envelope that was in force then; what is left of them
 * is state. So whether something may still be saved follows from the records and their times alone.
 */

/** What is granted: calls, and milliseconds from the stop on. */
export interface GraceTerms {
  readonly calls: number;
  readonly ms: number;
}

/** What is left. Over when the time has come, or no call is left. */
export interface Grace {
  readonly left: number;
  readonly until: number;
}

/** How much may be granted. */
export const GRACE_LIMITS = Object.freeze({
  calls: Object.freeze({ min: 1, max: 100 }),
  ms: Object.freeze({ min: 1_000, max: 3_600_000 }),
});

/** What is granted where nobody says how much. */
export const DEFAULT_GRACE: GraceTerms = Object.freeze({ calls: 10, ms: 180_000 });

/** The grace that begins now; nothing where none is granted. */
export function graceFrom(terms: GraceTerms | undefined, now: number): { readonly grace?: Grace } {
  return terms === undefined ? {} : { grace: { left: terms.calls, until: now + terms.ms } };
}

/** Whether its time has not come yet. */
export function isRunning(grace: Grace | undefined, now: number): grace is Grace {
  return grace !== undefined && now < grace.until;
}

/** One call less. */
export function oneUsed<Held extends { readonly grace?: Grace }>(held: Held, now: number): Held {
  const { grace } = held;
  if (!isRunning(grace, now) || grace.left === 0) return held;
  return { ...held, grace: { ...grace, left: grace.left - 1 } };
}

/** What two stops leave together: the fewer calls and the shorter time, nothing where one leaves nothing. */
export function stricterGrace(one: Grace | undefined, other: Grace | undefined): Grace | undefined {
  if (one === undefined || other === undefined) return undefined;
  const [left, until] = [Math.min(one.left, other.left), Math.min(one.until, other.until)];
  return left === one.left && until === one.until ? one : { left, until };
}
