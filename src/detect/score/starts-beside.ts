/**
 * Whether a call started a subagent beside the conversation. Its result is an id and no report, so that it brings nothing says
 * nothing: what it brings comes later.
 */
import type { StepDigest } from '../digest/step-digest.ts';

/** A longer result reports something, whatever ids are in it. */
const HANDED_OUT_LINES = 2;

/** By an id that a short result hands out, and no error. */
export function startsBeside(digest: StepDigest): boolean {
  const { nature, ids, error, lines, negative } = digest;
  if (nature !== 'spawn' || error !== null || ids.length === 0) return false;
  return lines.length <= HANDED_OUT_LINES && !negative;
}
