/**
 * What a count proves: the 95 % interval of a share, after Wilson.
 *
 * Nothing wrong among a thousand runs does not mean that nothing is ever wrong. A count without its interval says more
 * than anybody knows.
 */

/** The quantile of the normal distribution that leaves 2.5 % on each side. */
const Z = 1.959_963_984_540_054;

/** The lower and upper end of the interval; null without any run. */
export function interval(
  part: number,
  whole: number,
): { readonly low: number; readonly high: number } | null {
  if (whole === 0) return null;
  const share = part / whole;
  const weight = (Z * Z) / whole;
  const middle = (share + weight / 2) / (1 + weight);
  const reach =
    (Z * Math.sqrt((share * (1 - share)) / whole + weight / (4 * whole))) / (1 + weight);
  return { low: Math.max(0, middle - reach), high: Math.min(1, middle + reach) };
}

/** "3 of 40 (2.6–19.9 %)". */
export function countWithInterval(part: number, whole: number): string {
  const ends = interval(part, whole);
  if (ends === null) return '–';
  const percent = (share: number) => (share * 100).toFixed(1);
  return `${part} of ${whole} (${percent(ends.low)}–${percent(ends.high)} %)`;
}
