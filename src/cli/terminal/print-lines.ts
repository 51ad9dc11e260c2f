/**
 * Prints styled lines as the terminal can show them: with colours where they are wanted.
 */
import { draw } from './say.ts';
import { fit, paint, type Line } from './styled-line.ts';
import { canDraw, wantsColours } from './terminal.ts';

/** Prints the lines to standard output; on a terminal, cut to its width. */
export function printLines(lines: readonly Line[]): void {
  const draws = canDraw(process.stdout, process.env);
  const width = draws ? process.stdout.columns || Infinity : Infinity;
  printPainted(lines.map((line) => fit(line, width)));
}

/** Prints the lines whole: what is cut at the edge of the screen was not shown. */
export function printWhole(lines: readonly Line[]): void {
  printPainted(lines);
}

function printPainted(lines: readonly Line[]): void {
  const colours = canDraw(process.stdout, process.env) && wantsColours(process.env);
  for (const line of lines) draw(`${paint(line, colours)}\n`);
}
