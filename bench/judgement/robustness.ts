/**
 * How many verdicts change when runs are transformed in ways that must not matter.
 */
import type { CorpusRun } from '../../src/transcripts/index.ts';
import type { Detector } from './detectors.ts';
import { judgeRun } from './judge-run.ts';
import { transformed, type Transformation } from './transformations/index.ts';

/** What became of a run: stopped, left alone, or stopped before its loop began. */
type Outcome = 'stopped' | 'left' | 'early';

/** A run and its outcome as it is. */
export interface PlainRun {
  readonly run: CorpusRun;
  readonly outcome: Outcome;
}

/** The verdicts that one transformation changes. */
export interface Changes {
  readonly name: string;
  readonly runs: number;
  /** Stuck runs that are no longer caught, and those that are now. */
  readonly lost: readonly string[];
  readonly won: readonly string[];
  /** Healthy runs that are stopped now, and those that no longer are. */
  readonly stopped: readonly string[];
  readonly freed: readonly string[];
}

/** The outcome of each run as it is. */
export function plainRuns(runs: readonly CorpusRun[], detector: Detector): PlainRun[] {
  return runs.map((run) => ({ run, outcome: outcomeOf(run, detector) }));
}

function outcomeOf(run: CorpusRun, detector: Detector): Outcome {
  const { firedAt } = judgeRun(run, detector);
  if (firedAt === null) return 'left';
  return run.expect === 'stuck' && firedAt < (run.loopStart ?? 0) ? 'early' : 'stopped';
}

/** What a transformation changes. */
export function changesBy(
  transformation: Transformation,
  plain: readonly PlainRun[],
  detector: Detector,
): Changes {
  const changed = plain.flatMap(({ run, outcome }) => {
    const after = outcomeOf(transformed(run, transformation), detector);
    return after === outcome ? [] : [{ run, after }];
  });
  const idsOf = (expect: CorpusRun['expect'], stops: boolean) =>
    changed
      .filter(({ run, after }) => run.expect === expect && (after === 'stopped') === stops)
      .map(({ run: { id } }) => id);
  return {
    name: transformation.name,
    runs: plain.length,
    lost: idsOf('stuck', false),
    won: idsOf('stuck', true),
    stopped: idsOf('not_stuck', true),
    freed: idsOf('not_stuck', false),
  };
}

/** The share of verdicts that a transformation spoils; what it happens to mend is another matter. */
export function spoiltShare({ runs, lost, stopped }: Changes): number {
  return (lost.length + stopped.length) / Math.max(1, runs);
}
