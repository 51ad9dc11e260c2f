/**
 * Numbers drawn with characters of one column, low to high.
 */
const bars = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/** At most `count` values, each the highest of its share, so that no peak is lost. */
export function highest(values: readonly number[], count: number): number[] {
  if (values.length <= count) return [...values];
  return Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * values.length) / count);
    const until = Math.floor(((index + 1) * values.length) / count);
    return values.slice(from, until).reduce((top, value) => Math.max(top, value), 0);
  });
}

/** The values as bars; `top` and everything above it is the highest one. */
export function sparkline(values: readonly number[], top: number): string {
  return values
    .map((value) => {
      const level = Math.round((Math.min(value, top) / Math.max(top, 1)) * (bars.length - 1));
      return bars[level] ?? bars[0];
    })
    .join('');
}
