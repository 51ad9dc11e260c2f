/**
 * How often something is tried. `npm test` tries it often enough to find what a change broke, `npm run test:full` often
 * enough to find what hides: `TRIPWIRE_RUNS` multiplies what is usual.
 */

const FACTOR = Number(process.env['TRIPWIRE_RUNS'] ?? 1);

/** Whether this is the long form, with everything that takes minutes. */
export const IS_FULL = FACTOR >= 20;

/** Whether what has a sample in `npm test` is tried as a whole. */
export const IS_LONG = FACTOR >= 5;

/**
 * Of cases that are alike, the first few; all of them in the long form. The list begins with those that are least alike.
 * Files that use it run as a whole in `npm run test:long-forms`.
 */
export function someOf<Case>(usual: number, cases: readonly Case[]): readonly Case[] {
  return IS_LONG ? cases : cases.slice(0, usual);
}

/** How often a property is tried. */
export function runs(usual: number): { numRuns: number } {
  return { numRuns: Math.max(1, Math.round(usual * FACTOR)) };
}

/** How often a process is killed; `TRIPWIRE_KILLS` says it outright. */
export function kills(usual: number, full: number): number {
  return Number(process.env['TRIPWIRE_KILLS'] ?? (IS_FULL ? full : usual));
}
