/**
 * β₁ of a thread: how richly its last behaviours move among each other.
 *
 * States are clusters of near-equal exchanges, edges are moves between different ones. V + b₁ = E + 1 counts what is new
 * and every way back that was found; it stays near 1 in new work and in rich revisiting, and falls towards 1/16 when the
 * same few exchanges go round. While a thread is young, the missing behaviours count as new.
 */
import { hammingDistance } from '../../detect/index.ts';
import { MICRO } from './window-numbers.ts';

/** Behaviours that are looked at. */
export const BEHAVIOURS = 16;
const SIMHASH = /^[0-9a-f]{16}$/;
/** Above 0.9 similar, as the core's loop rule has it. */
const DISTANCE_MAX = 6;

/** β₁ of the last behaviours in micro-units, oldest first. */
export function betaOf(hashes: readonly string[]): number {
  const last = hashes.slice(-BEHAVIOURS);
  if (last.length === 0) return MICRO;
  const clusters: string[] = [];
  const places = last.map((hash) => {
    const known = clusters.findIndex((one) => isNear(one, hash));
    return known === -1 ? clusters.push(hash) - 1 : known;
  });
  const edges = new Set<string>();
  for (const [index, place] of places.entries()) {
    const before = places[index - 1];
    if (before === undefined || before === place) continue;
    edges.add(`${Math.min(before, place)} ${Math.max(before, place)}`);
  }
  return Math.floor(((edges.size + 1 + BEHAVIOURS - last.length) * MICRO) / BEHAVIOURS);
}

/** One step closer to a value: a quarter of the way, rounded down. */
export function smoothed(value: number, target: number): number {
  return Math.floor((3 * value + target) / 4);
}

function isNear(one: string, other: string): boolean {
  if (one === other) return true;
  if (!SIMHASH.test(one) || !SIMHASH.test(other)) return false;
  return hammingDistance(one, other) <= DISTANCE_MAX;
}
