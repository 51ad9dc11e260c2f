/**
 * The verdict of one detector on one run: whether it stopped it, where, and how many calls too late.
 */
import type { CorpusRun } from '../../src/transcripts/index.ts';
import type { Detector } from './detectors.ts';

/** One run, judged. */
export interface Verdict {
  readonly run: CorpusRun;
  /** Index of the event of the run at which any of its threads was stopped, or null. */
  readonly firedAt: number | null;
  /** Calls from the first of the loop to the one that was stopped at, both counted; null if unknown. */
  readonly delay: number | null;
}

/** A run is stopped as soon as one of its threads is. */
export function judgeRun(run: CorpusRun, detector: Detector): Verdict {
  const places = run.threads.flatMap((thread) => {
    const index = detector.firedAt(thread);
    const origin = index === null ? undefined : thread.origins[index];
    return origin === undefined ? [] : [origin];
  });
  const firedAt = places.length === 0 ? null : Math.min(...places);
  return { run, firedAt, delay: delayOf(run, firedAt) };
}

/** Stopping before the loop began is on time: nothing was wasted. */
function delayOf(run: CorpusRun, firedAt: number | null): number | null {
  const { loopStart } = run;
  if (firedAt === null || loopStart === null) return null;
  return stepPlaces(run).filter((place) => place >= loopStart && place <= firedAt).length;
}

/** Where the run's calls stand; a run without any tool is counted in answers. */
function stepPlaces(run: CorpusRun): number[] {
  const of = (kind: 'tool' | 'response') =>
    run.threads.flatMap(({ events, origins }) =>
      origins.filter((_, index) => events[index]?.kind === kind),
    );
  const calls = of('tool');
  return calls.length > 0 ? calls : of('response');
}
