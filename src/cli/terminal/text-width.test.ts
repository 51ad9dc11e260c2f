/** Columns are those of a terminal, and the quick way for plain texts counts the same. */
import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { beginningOf, columnsOf } from './text-width.ts';

test.each([
  ['plain', 5],
  ['déjà vu…', 8],
  ['▁▂█ → ✓', 7],
  ['日本語', 6],
  ['👩‍👩‍👧 x', 4],
  ['e\u0301', 1],
  ['soft\u00ADhyphen', 10],
  ['', 0],
])('%j takes %i columns', (text, columns) => {
  expect(columnsOf(text)).toBe(columns);
});

test('every character that is counted without looking takes one column', () => {
  for (let code = 0x20; code < 0x27_00; code += 1) {
    const character = String.fromCodePoint(code);
    expect(columnsOf(character), code.toString(16)).toBe(stringWidth(character));
  }
});

test('a beginning fits, is as long as it can be, and cuts no letter apart', () => {
  expect(beginningOf('日本語', 5)).toBe('日本');
  expect(beginningOf('a👩‍👩‍👧b', 2)).toBe('a');
  expect(beginningOf('abc', -1)).toBe('');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), (text, columns) => {
      const begun = beginningOf(text, columns);
      expect(text.startsWith(begun)).toBe(true);
      expect(columnsOf(begun)).toBeLessThanOrEqual(columns);
      if (begun !== text) expect(columnsOf(text)).toBeGreaterThan(columns);
    }),
  );
});
