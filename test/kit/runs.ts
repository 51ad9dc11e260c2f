/**
 * How often something is tried. `npm test` tries it often enough to find what a change broke, `npm run test:full` often
 * enough to find what hides: `TRIPWIRE_RUNS` multiplies what is usual.
 */

const FACTOR = Number(process.env['TRIPWIRE_RUNS'] ?? 1);

/** Whether this is the long form, with everything that takes minutes. */
export const IS_FULL = FACTOR >= 20;

/** Whether what has a sample in `npm test` is tried as a whole. */
export const IS_LONG = FACTOR >= 5;

/** How often a property is tried. */
export function runs(usual: number): { numRuns: number } {
  return { numRuns: Math.max(1, Math.round(usual * FACTOR)) };
}

/** How often a process is killed; `TRIPWIRE_KILLS` says it outright. */
export function kills(usual: number, full: number): number {
  return Number(process.env['TRIPWIRE_KILLS'] ?? (IS_FULL ? full : usual));
}
