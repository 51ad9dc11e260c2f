/**
 * The last few calls of a thread, to find those that are nearly the same: the same words in another order, or all but a
 * few of them.
 */
import type { StepDigest } from '../digest/step-digest.ts';
import { overlap } from '../text/overlap.ts';

const NEAR_KEPT = 8;
/** A call is forgotten after so many steps, be its tool ever so rare. */
const STEPS_KEPT = 14;
const NEAR_SIMILARITY = 0.8;
const NEAR_WORDS_MIN = 3;

/** What is remembered of a call. */
export interface NearCall {
  readonly step: number;
  readonly tool: string;
  readonly looseCall: string;
  readonly shape: string;
  readonly slots: readonly number[];
  readonly words: readonly number[];
  readonly names: readonly number[];
  /** Whether it went well; absent where it did not. */
  readonly ok?: true;
}

/** The latest call of the same tool that is nearly the same. */
export function nearCall(near: readonly NearCall[], digest: StepDigest): NearCall | null {
  for (const kept of near.toReversed()) {
    if (kept.tool !== digest.tool) continue;
    if (kept.looseCall === digest.looseCall) return kept;
    if (digest.words.length < NEAR_WORDS_MIN) continue;
    if (overlap(kept.words, digest.words) >= NEAR_SIMILARITY) return kept;
  }
  return null;
}

/** The last calls with one more. */
export function withNear(
  near: readonly NearCall[],
  { tool, looseCall, shape, slots, words, names, error, negative }: StepDigest,
  step: number,
): readonly NearCall[] {
  const kept = { step, tool, looseCall, shape, slots, words, names };
  const call: NearCall = error === null && !negative ? { ...kept, ok: true } : kept;
  if (near.length < NEAR_KEPT) return [...near, call];
  const [eldest] = near;
  const isOld = eldest !== undefined && step - eldest.step > STEPS_KEPT;
  const gone = isOld ? eldest : eldestOfMost([...near, call]);
  return [...near.filter((one) => one !== gone), call];
}

/** The eldest call of the tool that is there most often: a tool that is used once a lap is remembered for a lap. */
function eldestOfMost(calls: readonly NearCall[]): NearCall | undefined {
  const counts = new Map<string, number>();
  for (const { tool } of calls) counts.set(tool, (counts.get(tool) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return calls.find(({ tool }) => counts.get(tool) === most);
}
