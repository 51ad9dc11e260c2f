/**
 * Lines with styles, measured before they are painted.
 *
 * A line that is wider than the terminal breaks a screen that is redrawn in place, so widths are
 * reckoned on the bare text and the colour codes come last.
 */
import { cleanLine } from '../../base/clean-text.ts';
import { beginningOf, columnsOf } from './text-width.ts';

/** How a piece of text looks. */
export type Style = 'plain' | 'bold' | 'dim' | 'green' | 'yellow' | 'red' | 'cyan' | 'alarm';

/** A piece of text in one style. */
export interface Span {
  readonly text: string;
  readonly style: Style;
}

/** One line of the screen. */
export type Line = readonly Span[];

const ESCAPE = '\u001b[';
const codes: Readonly<Record<Style, string>> = {
  plain: '',
  bold: '1',
  dim: '2',
  green: '32',
  yellow: '33',
  red: '31',
  cyan: '36',
  alarm: '1;37;41',
};

/** A piece of text; plain unless said otherwise. */
export function span(text: string, style: Style = 'plain'): Span {
  return { text, style };
}

/** Columns that a line takes. */
export function widthOf(line: Line): number {
  return line.reduce((sum, { text }) => sum + columnsOf(text), 0);
}

/** The text if it fits, else its beginning with an ellipsis. */
export function clip(text: string, width: number): string {
  if (columnsOf(text) <= width) return text;
  return width <= 0 ? '' : `${beginningOf(text, width - 1).trimEnd()}…`;
}

/** The line, cleaned and cut to the width. */
export function fit(line: Line, width: number): Line {
  const fitted: Span[] = [];
  let left = width;
  for (const { text: given, style } of line) {
    if (left <= 0) break;
    // Before it is measured: a mark in the place of what was taken out has a width.
    const text = cleanLine(given);
    fitted.push({ text: clip(text, left), style });
    left -= columnsOf(text);
  }
  return fitted;
}

/** The text in at most `linesMax` lines, broken between words. */
export function wrap(text: string, width: number, linesMax: number): string[] {
  const lines: string[] = [];
  let rest = text;
  while (rest !== '' && lines.length < linesMax - 1 && columnsOf(rest) > width) {
    const { length } = beginningOf(rest, width);
    const space = rest.lastIndexOf(' ', length);
    // A letter that is wider than the line is shown all the same.
    const end = space > 0 ? space : Math.max(1, length);
    lines.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  if (rest !== '') lines.push(clip(rest, width));
  return lines;
}

/** The line as it is written, with or without colours. The text is cleaned, so that every code in it is ours. */
export function paint(line: Line, colours: boolean): string {
  return line
    .map(({ text, style }) => {
      const [code, clean] = [codes[style], cleanLine(text)];
      return colours && code !== '' ? `${ESCAPE}${code}m${clean}${ESCAPE}0m` : clean;
    })
    .join('')
    .trimEnd();
}
