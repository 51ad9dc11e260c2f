/**
 * What a person may set besides the threshold, tried on the runs that they marked: an exception for a tool that makes
 * healthy runs look stuck, and for the literal detector another size of its window.
 *
 * Only settings that help are named: those that allow a tighter threshold, or catch more at the tightest one.
 */
import { detectLiterally, detectThread, type JudgeException } from '../../detect/index.ts';
import type { CorpusRun, CorpusThread } from '../../transcripts/index.ts';

/** The kill switch as it is tried. */
export interface TriedSwitch {
  readonly detector: 'progress' | 'literal';
  readonly exceptions: readonly JudgeException[];
  readonly windowSize: number;
}

/** What a switch catches at the tightest threshold that spares everything healthy. */
export interface TunedSwitch {
  readonly tightest: number | null;
  readonly stuckCaught: number;
}

/** One setting that helps. */
export interface TuneAlternative extends TunedSwitch {
  /** As it is written under `kill_switch` in `tripwire.yaml`. */
  readonly setting: string;
}

/** How many of the marked runs a threshold would have stopped. */
export interface Stopped {
  readonly healthyStopped: number;
  readonly stuckCaught: number;
}

/** Tools that are tried, those first at which most healthy runs would be stopped. */
const TOOLS_MAX = 5;
const WINDOW_SIZES: readonly number[] = [5, 10, 20, 50, 100];

/** The marked runs that are stopped under a threshold. */
export function stoppedUnder(
  runs: readonly CorpusRun[],
  tried: TriedSwitch,
  threshold: number,
): Stopped {
  const stopped = runs.filter(({ threads }) =>
    threads.some((thread) => firedAt(thread, tried, threshold) !== null),
  );
  const stuckCaught = stopped.filter(({ expect }) => expect === 'stuck').length;
  return { healthyStopped: stopped.length - stuckCaught, stuckCaught };
}

/** The settings that help, the best first. */
export function tuneAlternatives(
  runs: readonly CorpusRun[],
  tried: TriedSwitch,
  thresholds: readonly number[],
): readonly TuneAlternative[] {
  const now = tightestOf(runs, tried, thresholds);
  const candidates =
    tried.detector === 'literal'
      ? WINDOW_SIZES.filter((size) => size !== tried.windowSize).map((windowSize) => ({
          setting: `window_size: ${windowSize}`,
          other: { ...tried, windowSize },
        }))
      : looselyRepeated(runs, tried, thresholds).flatMap((tool) =>
          (['poll', 'healthy'] as const).map((is) => ({
            setting: `exceptions: [{ tool: ${tool}, is: ${is} }]`,
            other: { ...tried, exceptions: [...tried.exceptions, { tool, is }] },
          })),
        );
  return candidates
    .map(({ setting, other }) => ({ setting, ...tightestOf(runs, other, thresholds) }))
    .filter((one) => helps(one, now))
    .toSorted(
      (one, other) =>
        other.stuckCaught - one.stuckCaught || (one.tightest ?? 0) - (other.tightest ?? 0),
    );
}

function helps(one: TunedSwitch, now: TunedSwitch): boolean {
  if (one.tightest === null || one.stuckCaught < now.stuckCaught) return false;
  return now.tightest === null || one.tightest < now.tightest || one.stuckCaught > now.stuckCaught;
}

function tightestOf(
  runs: readonly CorpusRun[],
  tried: TriedSwitch,
  thresholds: readonly number[],
): TunedSwitch {
  for (const threshold of thresholds) {
    const { healthyStopped, stuckCaught } = stoppedUnder(runs, tried, threshold);
    if (healthyStopped === 0) return { tightest: threshold, stuckCaught };
  }
  return { tightest: null, stuckCaught: 0 };
}

/** The tools at which healthy runs are stopped under the loosest threshold that stops any: they keep it from being tighter. */
function looselyRepeated(
  runs: readonly CorpusRun[],
  tried: TriedSwitch,
  thresholds: readonly number[],
): readonly string[] {
  const healthy = runs.filter(({ expect }) => expect === 'not_stuck');
  for (const threshold of thresholds.toReversed()) {
    const counts = new Map<string, number>();
    for (const thread of healthy.flatMap(({ threads }) => threads)) {
      const event = thread.events[firedAt(thread, tried, threshold) ?? -1];
      if (event?.kind === 'tool') counts.set(event.tool, (counts.get(event.tool) ?? 0) + 1);
    }
    const tools = [...counts].toSorted(([, one], [, other]) => other - one);
    if (tools.length > 0) return tools.slice(0, TOOLS_MAX).map(([tool]) => tool);
  }
  return [];
}

/** Where a thread would have been stopped; null when nowhere. */
function firedAt(
  thread: CorpusThread,
  { detector, exceptions, windowSize }: TriedSwitch,
  threshold: number,
): number | null {
  const found =
    detector === 'literal'
      ? detectLiterally(thread, threshold, windowSize)
      : detectThread(thread, { threshold, exceptions });
  return found.firedAt;
}
