/**
 * How often things are read: as often as asked for, but never so often that reading takes more than a small part of
 * the time, here or on the server. With ten thousand agents an answer takes long; then the page reads less often.
 */

/** Reading may take one part in so many. */
const SHARE = 12;
const SLOWEST_MS = 30_000;
const tookMs = new Map<string, number>();

/** Runs a reading and remembers how long it took. */
export async function timed<Value>(name: string, read: () => Promise<Value>): Promise<Value> {
  const began = performance.now();
  const value = await read();
  tookMs.set(name, performance.now() - began);
  return value;
}

/** The time until the next reading of this kind. */
export function pace(name: string, wantedMs: number): number {
  return Math.min(SLOWEST_MS, Math.max(wantedMs, (tookMs.get(name) ?? 0) * SHARE));
}
