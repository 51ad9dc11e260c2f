/**
 * A table of lines: columns as wide as what stands in them, the heading in bold.
 */
import { span, widthOf, type Line } from './styled-line.ts';

const GAP = '  ';

/** The table, the heading first. */
export function textTable(headings: readonly string[], rows: readonly (readonly Line[])[]): Line[] {
  const heading = headings.map((title): Line => [span(title, 'bold')]);
  const all = [heading, ...rows];
  const widths = headings.map((_, column) =>
    Math.max(...all.map((row) => widthOf(row[column] ?? []))),
  );
  return all.map((row) =>
    row.flatMap((cell, column) => [
      span(column === 0 ? '' : GAP),
      ...cell,
      span(' '.repeat((widths[column] ?? 0) - widthOf(cell))),
    ]),
  );
}
