/**
 * The stretch without progress: which steps fed the score since it last was nothing, and what they used.
 *
 * A verdict that cannot be checked is worth nothing, so the judge carries its own evidence along: bounded, and
 * made of digests alone.
 */
import type { DeadReason } from './progress-weights.ts';

/** Why an event counted. */
export type CountedAs = DeadReason | 'same-answer';

/** A step that fed the score. */
export interface FeedingStep {
  /** Which event of the thread it was, counted from 0. */
  readonly index: number;
  /** The tool, or what was said: `response`. */
  readonly what: string;
  readonly why: CountedAs;
  /** The points it brought. */
  readonly weight: number;
}

/** What happened since the score last was nothing. */
export interface Stretch {
  /** Tool calls and answers of the stretch, those that brought something too. */
  readonly calls: number;
  /** Tokens newly paid for meanwhile, where they are known. */
  readonly tokens: number;
  /** How many steps fed the score. */
  readonly fed: number;
  /** The first of them and the last few. */
  readonly fedBy: readonly FeedingStep[];
}

const FED_BY_KEPT = 8;
const WHAT_LENGTH_MAX = 24;

/** No stretch: the thread is making progress. */
export const NO_STRETCH: Stretch = Object.freeze({ calls: 0, tokens: 0, fed: 0, fedBy: [] });

/** The stretch after an event: over when the score is nothing, one step longer when the event counted. */
export function lengthen(
  stretch: Stretch,
  score: number,
  step: FeedingStep | null,
  isCall: boolean,
): Stretch {
  if (score === 0) return NO_STRETCH;
  const calls = stretch.calls + (isCall ? 1 : 0);
  if (step === null) return { ...stretch, calls };
  const short = { ...step, what: step.what.slice(0, WHAT_LENGTH_MAX) };
  const all = [...stretch.fedBy, short];
  const fedBy =
    all.length > FED_BY_KEPT ? [...all.slice(0, 1), ...all.slice(1 - FED_BY_KEPT)] : all;
  return { ...stretch, calls, fed: stretch.fed + 1, fedBy };
}

/** The stretch after a model answer was paid for. */
export function charge(stretch: Stretch, tokens: number): Stretch {
  return stretch.calls === 0 ? stretch : { ...stretch, tokens: stretch.tokens + tokens };
}
