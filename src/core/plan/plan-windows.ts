/**
 * The windows of a subscription, such as five hours and a week, as the provider's answers report them.
 *
 * One window counts: the one that the provider names, or the fullest where it names none. Judging any of them would
 * stop work that the provider itself still lets through.
 */
import type { GraceTerms } from '../holds/grace.ts';

/** One window of a plan. */
export interface PlanWindow {
  readonly name: string;
  /** When it begins anew; absent when the provider didn't say. */
  readonly resetAt?: number;
  /** The share used, in ten-thousandths; providers report more than all of it, too. */
  readonly used: number;
}

/** What one answer said of the plan. */
export interface PlanReading {
  /** The window that the provider says counts; absent when it says nothing of the kind. */
  readonly binds?: string;
  readonly windows: readonly PlanWindow[];
}

/** What a person configured about plans, in per cent of a window. Each part is absent when it is off. */
export interface PlanLimits {
  /** Warn from here on. */
  readonly warn?: number;
  /** Park from here on; saving still passes. */
  readonly windDown?: number;
  /** So much is kept for the person: beyond the rest nothing passes. */
  readonly reserve?: number;
  /** Park when the share grew by so many points in so long. */
  readonly rise?: { readonly ms: number; readonly points: number };
  /** What may be saved while it winds down. */
  readonly grace?: GraceTerms;
}

/** What is remembered of a plan. */
export interface PlanState {
  /** When the last figures came. */
  readonly at: number;
  readonly reading: PlanReading;
  /** Earlier shares of the window that counts, oldest first; only where a rise is watched. */
  readonly samples?: readonly PlanSample[];
  /** A client said so, and no answer. */
  readonly told?: true;
  /** A person resumed the agent: it isn't parked again before this time. */
  readonly sparedUntil?: number;
}

/** A share at a time. */
export interface PlanSample {
  readonly at: number;
  readonly used: number;
}

/** Sizes of what a record may carry. */
export const PLAN_LIMITS = Object.freeze({
  windows: 4,
  nameLength: 32,
  /** Ten times all of it: providers report a little more than all. */
  used: 100_000,
});

/** The window that counts; null where the figures don't include the one that the provider names. */
export function bindingWindow({ binds, windows }: PlanReading): PlanWindow | null {
  if (binds !== undefined) return windows.find(({ name }) => name === binds) ?? null;
  const [fullest] = windows.toSorted((one, other) => other.used - one.used);
  return fullest ?? null;
}
