/** The figures of a run as a table: what was usual, what was rare, the least, and the ratio to the first row. */

/** A line for each name. */
export function figuresText(times: ReadonlyMap<string, readonly number[]>): string {
  const heads = ['p50', 'p99', 'least', 'p50 / empty'].map((head) => head.padStart(12));
  const rows = [`${''.padEnd(44)}${heads.join('')}`];
  let firstMs: number | null = null;
  for (const [name, unsorted] of times) {
    const sorted = unsorted.toSorted((a, b) => a - b);
    const p50Ms = quantile(sorted, 0.5);
    firstMs ??= p50Ms;
    const ms = [p50Ms, quantile(sorted, 0.99), sorted[0] ?? Number.NaN].map((one) =>
      one.toFixed(1),
    );
    const columns = [...ms, (p50Ms / firstMs).toFixed(2)].map((one) => one.padStart(12));
    rows.push(`${name.padEnd(44)}${columns.join('')}`);
  }
  return rows.join('\n');
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
