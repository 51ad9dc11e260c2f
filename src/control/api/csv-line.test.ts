/** A line of CSV, as spreadsheets read it. */
import { expect, test } from 'vitest';
import { csvLine } from './csv-line.ts';

test.each(['=1+1', '+1', '-1', '@x', '\t=1', ' =1', '＝1+1', '＠x', '\r=1'])(
  'a cell %j is a text and no formula',
  (cell) => {
    expect(csvLine([cell])).toMatch(/^"?'/);
  },
);

test('other cells stay as they are', () => {
  expect(csvLine(['a', 'b = c', '1-2', 'x,y', 'say "hi"', ''])).toBe(
    'a,b = c,1-2,"x,y","say ""hi""",\r\n',
  );
});
