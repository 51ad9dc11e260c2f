/**
 * Whether a call started a subagent beside the conversation. Its result is an id and no report, so that it brings nothing says
 * nothing: what it brings comes later.
 */
import type { StepDigest } from '../digest/step-digest.ts';

/** By an id that the result hands out, and no error. */
export function startsBeside({ nature, ids, error }: StepDigest): boolean {
  return nature === 'spawn' && ids.length > 0 && error === null;
}
