/**
 * The loop signal: the last outputs of a thread are pairwise too similar.
 *
 * It is judged on events only, with the threshold of that moment, and then stands until the next
 * event or the end of the cooldown it starts. All comparisons are between integers: a boundary
 * such as "more than 0.8125" must not depend on how a decimal is rounded.
 */
import { hash } from 'node:crypto';
import type { ConstitutionValues } from './constitution.ts';
import { toUnits, UNIT } from './limits.ts';
import type { LoopSignal } from './state.ts';

const SIMHASH = /^[0-9a-f]{16}$/i;
const SIMHASH_BITS = 64;

/** What is kept of an output hash: a SimHash as it is, anything else as a short exact key. */
export function outputKey(outputHash: string): string {
  if (SIMHASH.test(outputHash)) return outputHash.toLowerCase();
  return `#${hash('sha256', outputHash, 'hex').slice(0, 16)}`;
}

/** Distance in 64ths: 0 is equal, 64 is nothing in common. */
function outputDistance(a: string, b: string): number {
  if (a === b) return 0;
  if (a.length !== b.length || a.startsWith('#') || b.startsWith('#')) return SIMHASH_BITS;
  const high = Number.parseInt(a.slice(0, 8), 16) ^ Number.parseInt(b.slice(0, 8), 16);
  const low = Number.parseInt(a.slice(8), 16) ^ Number.parseInt(b.slice(8), 16);
  return countBits(high) + countBits(low);
}

function countBits(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
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
  let farthest = 0;
  // Newest against older first: a healthy thread differs there, and the search ends at once.
  for (let newer = outputs.length - 1; newer > 0; newer -= 1) {
    for (let older = newer - 1; older >= 0; older -= 1) {
      const distance = outputDistance(outputs[newer] ?? '', outputs[older] ?? '');
      const similar = (SIMHASH_BITS - distance) * UNIT * results > SIMHASH_BITS * threshold;
      if (!similar) return null;
      if (distance > farthest) farthest = distance;
    }
  }
  const since = before === null ? now : before.since;
  return { since, distance: farthest, threshold: Math.round(threshold / results) };
}
