/** A table that is too high for the terminal: what is shown, and that every row can be reached. */
import { expect, test } from 'vitest';
import { scrolled, scrolledTo } from './scrolled.ts';
import { paint, span, type Line } from './styled-line.ts';

const table: readonly Line[] = [
  [span('agent')],
  ...Array.from({ length: 200 }, (_, index): Line => [span(`a${index}`)]),
];
const shown = (from: number, room: number) =>
  scrolled(table, from, room).map((line) => paint(line, false));

test('the heading stays, rows are counted, nothing is cut without a word', () => {
  expect(shown(0, 6)).toEqual([
    'agent',
    'a0',
    'a1',
    'a2',
    'a3',
    '0 above, 196 below; arrow keys scroll',
  ]);
  expect(shown(500, 6).slice(1, 5)).toEqual(['a196', 'a197', 'a198', 'a199']);
  expect(scrolled(table.slice(0, 5), 0, 6)).toHaveLength(5);
});

test('keys reach every row and never leave the table', () => {
  expect(scrolledTo('\u001b[B', 0, 200, 4)).toBe(1);
  expect(scrolledTo('\u001b[A', 0, 200, 4)).toBe(0);
  expect(scrolledTo('\u001b[6~', 0, 200, 4)).toBe(4);
  expect(scrolledTo('G', 0, 200, 4)).toBe(196);
  expect(scrolledTo('g', 196, 200, 4)).toBe(0);
  expect(scrolledTo('x', 7, 200, 4)).toBe(7);
  expect(scrolledTo('j', 0, 3, 4)).toBe(0);
});
