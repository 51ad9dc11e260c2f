/**
 * Scores verdicts: how many stuck runs were caught and how soon, how many healthy ones were stopped.
 */
import type { Verdict } from './judge-run.ts';

/** How soon loops were stopped, in calls. */
export interface Delays {
  readonly median: number;
  readonly p90: number;
  readonly worst: number;
}

/** What a detector did on a set of runs. */
export interface Score {
  readonly stuck: number;
  readonly caught: number;
  /** Among the caught: stopped before the loop began. They count with a delay of 0. */
  readonly early: number;
  /** Null where no caught run has a marked beginning. */
  readonly delays: Delays | null;
  readonly healthy: number;
  readonly wrongStops: number;
}

/** The score of the verdicts. Runs without an expectation count nowhere. */
export function scoreOf(verdicts: readonly Verdict[]): Score {
  const stuck = verdicts.filter(({ run }) => run.expect === 'stuck');
  const healthy = verdicts.filter(({ run }) => run.expect === 'not_stuck');
  const caught = stuck.filter(({ firedAt }) => firedAt !== null);
  return {
    stuck: stuck.length,
    caught: caught.length,
    early: caught.filter(({ run, firedAt }) => isBefore(firedAt, run.loopStart)).length,
    delays: delaysOf(caught.flatMap(({ delay }) => (delay === null ? [] : [delay]))),
    healthy: healthy.length,
    wrongStops: healthy.filter(({ firedAt }) => firedAt !== null).length,
  };
}

function isBefore(firedAt: number | null, loopStart: number | null): boolean {
  return firedAt !== null && loopStart !== null && firedAt < loopStart;
}

function delaysOf(delays: readonly number[]): Delays | null {
  const sorted = delays.toSorted((a, b) => a - b);
  const worst = sorted.at(-1);
  if (worst === undefined) return null;
  return { median: quantile(sorted, 0.5), p90: quantile(sorted, 0.9), worst };
}

/** The smallest value that at least this share of the values does not exceed. */
function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}
