/**
 * How often properties are tried.
 */

/** The number of runs; `TRIPWIRE_RUNS` multiplies what is usual. */
export function runs(usual: number): { numRuns: number } {
  const factor = Number(process.env['TRIPWIRE_RUNS'] ?? 1);
  return { numRuns: Math.max(1, Math.round(usual * factor)) };
}
