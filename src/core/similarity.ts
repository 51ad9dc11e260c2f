/**
 * The loop signal: the last outputs of a thread are pairwise too similar.
 *
 * It is judged on events only, with the threshold of that moment, and then stands until the next
 * event or the end of the cooldown it starts. All comparisons are between integers: a boundary
 * such as "more than 0.8125" must not depend on how a decimal is rounded.
 */
import { hash } from 'node:crypto';
import { hammingDistance } from '../detect/index.ts';
import type { ConstitutionValues } from './constitution/constitution.ts';
import { toUnits, UNIT } from './limits.ts';
import type { LoopSignal } from './state.ts';

const SIMHASH_BITS = 64;
const SIMHASH_DIGITS = 16;

/** What is kept of an output hash: a SimHash as it is, anything else as a key of 17 characters. */
export function outputKey(outputHash: string): string {
  const isLong = outputHash.length === SIMHASH_DIGITS;
  // Nearly every one is a SimHash as it is.
  if (isLong && isHex(outputHash)) return outputHash;
  const lower = isLong ? outputHash.toLowerCase() : '';
  return isHex(lower) ? lower : `#${hash('sha256', outputHash, 'hex').slice(0, 16)}`;
}

/** Whether a text has hex digits in lower case only, and any at all. */
function isHex(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x30 || code > 0x66 || (code > 0x39 && code < 0x61)) return false;
  }
  return text !== '';
}

/** Distance in 64ths: 0 is equal, 64 is nothing in common; where it's `enough` or more, at least so much. */
export function outputDistance(a: string, b: string, enough = SIMHASH_BITS): number {
  if (a === b) return 0;
  if (a.length !== SIMHASH_DIGITS || b.length !== SIMHASH_DIGITS) return SIMHASH_BITS;
  return hammingDistance(a, b, enough);
}

/** The share of failed results that sharpens the threshold. */
export interface FailedShare {
  readonly failed: number;
  readonly results: number;
}

/** The loop signal for these outputs, or null. `before` carries on the time of an ongoing one. */
export function loopSignal(
  outputs: readonly string[],
  share: FailedShare,
  before: LoopSignal | null,
  now: number,
  values: ConstitutionValues,
): LoopSignal | null {
  if (outputs.length < values.loopWindowSize) return null;
  const results = Math.max(1, share.results);
  // Scaled by the number of results, the threshold stays a whole number.
  const threshold =
    toUnits(values.loopSimilarityThreshold) * results -
    toUnits(values.loopSensitivityShift) * share.failed;
  // What is farther is not similar, however far it is; one more, because a quotient is rounded and what is compared is not.
  const enough = SIMHASH_BITS - Math.floor((SIMHASH_BITS * threshold) / (UNIT * results)) + 1;
  let farthest = 0;
  // Newest against older first: a healthy thread differs there, and the search ends at once.
  for (let newer = outputs.length - 1; newer > 0; newer -= 1) {
    for (let older = newer - 1; older >= 0; older -= 1) {
      const distance = outputDistance(outputs[newer] ?? '', outputs[older] ?? '', enough);
      const similar = (SIMHASH_BITS - distance) * UNIT * results > SIMHASH_BITS * threshold;
      if (!similar) return null;
      if (distance > farthest) farthest = distance;
    }
  }
  const since = before === null ? now : before.since;
  return { since, distance: farthest, threshold: Math.round(threshold / results) };
}
