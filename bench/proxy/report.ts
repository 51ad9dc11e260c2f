/** Figures of a benchmark as a table of Markdown. */

/** Prints a row. */
export function row(cells: readonly (string | number)[]): void {
  console.log(`| ${cells.join(' | ')} |`);
}

/** Prints the names of the columns. */
export function head(cells: readonly string[]): void {
  row(cells);
  row(cells.map(() => '---'));
}

export function fixed(value: number, digits = 2): string {
  return value.toFixed(digits);
}

/** The value below which this share of all lies; in the middle when none is named. */
export function part(values: readonly number[], share = 0.5): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
