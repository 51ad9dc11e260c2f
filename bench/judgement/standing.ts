/**
 * Where a detector stands: its score on every set, and the two figures of the plot.
 *
 * The figures are means over sets, so that a set of 500 runs does not drown one of 20. Sets with
 * fewer than ten runs of a kind say too little about that kind and stay out of its mean.
 */
import type { Detector } from './detectors.ts';
import { judgeRun, type Verdict } from './judge-run.ts';
import type { RunSet } from './run-sets.ts';
import { scoreOf, type Score } from './score.ts';

const RUNS_MIN = 10;

/** A detector with all its figures. */
export interface Standing {
  readonly detector: Detector;
  /** One score a set, in the order of the sets. */
  readonly scores: readonly Score[];
  readonly verdicts: readonly Verdict[];
  /** All runs of the deciding sets together. */
  readonly overall: Score;
  /** Mean share of stuck runs caught; null without a set that says enough. */
  readonly recall: number | null;
  /** Mean share of healthy runs stopped. */
  readonly wrongStops: number | null;
}

/** Judges every run of every set. */
export function standingOf(detector: Detector, sets: readonly RunSet[]): Standing {
  const bySet = sets.map((set) => set.runs.map((run) => judgeRun(run, detector)));
  const scores = bySet.map(scoreOf);
  const deciding = scores.filter((_, index) => sets[index]?.decides);
  return {
    detector,
    scores,
    verdicts: bySet.flat(),
    overall: scoreOf(bySet.filter((_, index) => sets[index]?.decides).flat()),
    recall: meanShare(deciding.map(({ caught, stuck }) => [caught, stuck])),
    wrongStops: meanShare(deciding.map(({ wrongStops, healthy }) => [wrongStops, healthy])),
  };
}

function meanShare(parts: readonly (readonly [number, number])[]): number | null {
  const counted = parts.filter(([, whole]) => whole >= RUNS_MIN);
  if (counted.length === 0) return null;
  return counted.reduce((sum, [part, whole]) => sum + part / whole, 0) / counted.length;
}
