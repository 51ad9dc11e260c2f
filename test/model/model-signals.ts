/**
 * The loop and the runaway, judged from the whole list of a thread's events.
 */
import type { ConstitutionValues } from '../../src/core/constitution/constitution.ts';
import {
  units,
  type Beat,
  type LoopFinding,
  type ModelSession,
  type ModelThread,
  type TempoFinding,
} from './model-world.ts';

const BITS = 64;
const simHash = /^[0-9a-f]{16}$/i;

/** Bits in which two outputs differ; all of them when they cannot be compared bit by bit. */
function distanceOf(one: string, other: string): number {
  if (!simHash.test(one) || !simHash.test(other)) return one === other ? 0 : BITS;
  let different = BigInt(`0x${one}`) ^ BigInt(`0x${other}`);
  let bits = 0;
  for (; different > 0n; different >>= 1n) bits += Number(different & 1n);
  return bits;
}

/** What the events since the last fresh start show about a loop, at the newest of them. */
export function judgeLoop(
  session: ModelSession,
  thread: ModelThread,
  values: ConstitutionValues,
): LoopFinding | null {
  const hashes = thread.beats
    .slice(thread.forgotten)
    .flatMap(({ hash }) => (hash === undefined ? [] : [hash]))
    .slice(-values.loopWindowSize);
  const results = session.failures.slice(-20);
  const failed = results.filter(Boolean).length;
  const denominator = Math.max(1, results.length);
  const numerator =
    units(values.loopSimilarityThreshold) * denominator -
    units(values.loopSensitivityShift) * failed;
  if (hashes.length < values.loopWindowSize) return null;
  let farthest = 0;
  for (const one of hashes) {
    for (const other of hashes) farthest = Math.max(farthest, distanceOf(one, other));
  }
  const similar = (BITS - farthest) * 10_000 * denominator > numerator * BITS;
  return similar ? { farthest, numerator, denominator } : null;
}

/** What the events since the last fresh start show about a runaway, at the newest of them. */
export function judgeTempo(thread: ModelThread, values: ConstitutionValues): TempoFinding | null {
  const intervals = thread.beats
    .map(({ at }, index) => at - (thread.beats[index - 1]?.at ?? at))
    // The first event of a thread, and the first after a fresh start, end no interval.
    .slice(thread.forgotten + 1)
    .filter((interval) => interval < values.tempoIdleGapMs)
    .slice(-60);
  if (intervals.length < values.tempoRecentIntervals + values.tempoEarlierIntervalsMin) return null;
  const recent = intervals.slice(-values.tempoRecentIntervals);
  const earlier = intervals
    .slice(0, -values.tempoRecentIntervals)
    .slice(-values.tempoEarlierIntervals);
  const recentSum = recent.reduce((sum, interval) => sum + interval, 0);
  const earlierSum = earlier.reduce((sum, interval) => sum + interval, 0);
  const compressed =
    recentSum * earlier.length * 10_000 <
    units(values.tempoCompressionRatio) * earlierSum * recent.length;
  if (!compressed) return null;
  return {
    recentMean: recentSum / recent.length,
    earlierMean: earlierSum / earlier.length,
  };
}

/** A signal that stands: since which event, and what the newest judgement found. */
interface Standing<Finding> {
  readonly since: number;
  readonly finding: Finding;
}

/** The loop signal: the newest unbroken row of events that show one. */
export function loopSignal(thread: ModelThread): Standing<LoopFinding> | null {
  return unbroken(thread, (beat) => beat.loop);
}

/** The runaway signal: the newest unbroken row of events that show one. */
export function runawaySignal(thread: ModelThread): Standing<TempoFinding> | null {
  return unbroken(thread, (beat) => beat.runaway);
}

function unbroken<Finding>(
  thread: ModelThread,
  read: (beat: Beat) => Finding | null | undefined,
): Standing<Finding> | null {
  const judged = thread.beats
    .slice(thread.forgotten)
    .map((beat) => ({ at: beat.at, finding: read(beat) }))
    .filter(({ finding }) => finding !== undefined);
  const row = judged.slice(judged.findLastIndex(({ finding }) => finding === null) + 1);
  const first = row[0];
  const finding = row.at(-1)?.finding;
  if (first === undefined || finding === null || finding === undefined) return null;
  return { since: first.at, finding };
}
