/**
 * Prints lines as the terminal can show them: with colours where they are wanted, and never anything that the
 * terminal would take for a command.
 *
 * Reasons quote tools and errors, so an agent has a say in them. A control character in one must not reach the screen.
 */
import { fit, paint, type Line } from './styled-line.ts';
import { canDraw, wantsColours } from './terminal.ts';

/** Prints the lines to standard output; on a terminal, cut to its width. */
export function printLines(lines: readonly Line[]): void {
  const draws = canDraw(process.stdout, process.env);
  const width = draws ? process.stdout.columns || Infinity : Infinity;
  const colours = draws && wantsColours(process.env);
  for (const line of lines) console.log(paint(fit(cleanLine(line), width), colours));
}

/** The line without control characters and line ends. */
export function cleanLine(line: Line): Line {
  return line.map(({ text, style }) => ({ text: cleaned(text, false), style }));
}

/** The text without control characters; line ends may stay. */
export function cleaned(text: string, keepLineEnds = true): string {
  return text.replaceAll(/\p{Cc}/gu, (found) => (keepLineEnds && found === '\n' ? found : '�'));
}
