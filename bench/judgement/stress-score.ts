/**
 * What became of the stress runs under one detector: caught and in time, early, missed; left alone or wrongly stopped.
 */
import type { Detector } from './detectors.ts';
import { judgeRun } from './judge-run.ts';
import type { StressRun } from './stress-runs.ts';

/** The outcome of one run. `late`: caught, but after more of the loop than a sensible person would allow. */
export type StressOutcome = 'caught' | 'late' | 'early' | 'missed' | 'ok' | 'wrong';

/** One run, judged. */
export interface StressVerdict {
  readonly run: StressRun;
  readonly outcome: StressOutcome;
  readonly firedAt: number | null;
  /** Calls or answers of the loop until the stop, the stopping one included. */
  readonly taken: number | null;
}

/** Judges one run. */
export function judgeStress(run: StressRun, detector: Detector): StressVerdict {
  const { firedAt } = judgeRun(run.run, detector);
  const taken = firedAt === null ? null : loopUnits(run, firedAt);
  return { run, outcome: outcomeOf(run, firedAt, taken), firedAt, taken };
}

function outcomeOf(run: StressRun, firedAt: number | null, taken: number | null): StressOutcome {
  const { expect, loopStart } = run.run;
  if (expect === 'not_stuck') return firedAt === null ? 'ok' : 'wrong';
  if (firedAt === null) return 'missed';
  const elsewhere = run.clear && run.marks[firedAt]?.thread !== run.loop?.thread;
  if (firedAt < (loopStart ?? 0) || elsewhere) return 'early';
  return (taken ?? 0) > run.limit ? 'late' : 'caught';
}

/** How much of the loop went by; a stop in another thread is counted in calls of all. */
function loopUnits({ marks, loop, run }: StressRun, firedAt: number): number {
  if (loop === null) return 0;
  const stopped = marks.slice(run.loopStart ?? 0, firedAt + 1);
  const own = marks[firedAt]?.thread === loop.thread;
  return stopped.filter(({ thread, unit }) =>
    own ? thread === loop.thread && unit === loop.unit : unit === 'call',
  ).length;
}

/** The figures of a family, or of all families that are clear. */
export interface StressFigures {
  readonly name: string;
  readonly stuck: number;
  readonly caught: number;
  readonly inTime: number;
  readonly early: number;
  readonly healthy: number;
  readonly wrong: number;
}

/** Counts verdicts. */
export function stressFigures(name: string, verdicts: readonly StressVerdict[]): StressFigures {
  const of = (...outcomes: readonly StressOutcome[]) =>
    verdicts.filter(({ outcome }) => outcomes.includes(outcome)).length;
  return {
    name,
    stuck: of('caught', 'late', 'early', 'missed'),
    caught: of('caught', 'late'),
    inTime: of('caught'),
    early: of('early'),
    healthy: of('ok', 'wrong'),
    wrong: of('wrong'),
  };
}
