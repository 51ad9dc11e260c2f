/**
 * The runaway signal: a thread's beats come much faster than they did.
 *
 * One beat for each model response. Gaps of half a minute and more are idleness and left out, so
 * that a person coming back from lunch does not look like an acceleration.
 */
import type { ConstitutionValues } from './constitution/constitution.ts';
import { INTERVALS_MAX, toUnits, UNIT } from './limits.ts';
import type { RunawaySignal } from './state.ts';

/** The intervals after a beat at `now`. */
export function intervalsWith(
  intervals: readonly number[],
  lastBeatAt: number | null,
  now: number,
  values: ConstitutionValues,
): readonly number[] {
  if (lastBeatAt === null || now - lastBeatAt >= values.tempoIdleGapMs) return intervals;
  return pushed(intervals, now - lastBeatAt, INTERVALS_MAX);
}

/** A list with one more value at its end, without its first where it would have more than `max`. */
export function pushed<T>(list: readonly T[], value: T, max: number): readonly T[] {
  if (list.length < max) return [...list, value];
  const next = list.slice(-max);
  // Every record passes here: moving within a copy takes half of what putting two lists together does.
  for (let index = 1; index < max; index += 1) next[index - 1] = next[index] as T;
  next[max - 1] = value;
  return next;
}

/** The runaway signal for these intervals, or null. `before` carries on an ongoing one's time. */
export function runawaySignal(
  intervals: readonly number[],
  before: RunawaySignal | null,
  now: number,
  values: ConstitutionValues,
): RunawaySignal | null {
  const recentFrom = intervals.length - values.tempoRecentIntervals;
  const earlierFrom = Math.max(0, recentFrom - values.tempoEarlierIntervals);
  const earlierCount = recentFrom - earlierFrom;
  if (earlierCount < values.tempoEarlierIntervalsMin) return null;
  const recent = sum(intervals, recentFrom, intervals.length);
  const earlier = sum(intervals, earlierFrom, recentFrom);
  // recent mean / earlier mean < ratio, multiplied out to whole numbers.
  const compressed =
    recent * earlierCount * UNIT <
    earlier * values.tempoRecentIntervals * toUnits(values.tempoCompressionRatio);
  if (!compressed) return null;
  return {
    since: before === null ? now : before.since,
    recentMs: Math.round(recent / values.tempoRecentIntervals),
    earlierMs: Math.round(earlier / earlierCount),
  };
}

function sum(intervals: readonly number[], from: number, to: number): number {
  let total = 0;
  for (let index = from; index < to; index += 1) total += intervals[index] ?? 0;
  return total;
}
