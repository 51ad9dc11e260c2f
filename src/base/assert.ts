/** States what must hold whatever comes in. A broken assumption ends the work it is found in, and nothing passes. */

/** Throws unless the condition holds; `why` says what was taken for granted. */
export function assert(condition: boolean, why: string): asserts condition {
  if (!condition) throw new Error(`internal error: ${why}`);
}
