import { expect, test } from 'vitest';
import { clip, fit, paint, span, widthOf, wrap } from './styled-line.ts';

test('what is too long ends in an ellipsis', () => {
  expect(clip('abcdef', 6)).toBe('abcdef');
  expect(clip('abcdef', 4)).toBe('abc…');
  expect(clip('ab cdef', 4)).toBe('ab…');
  expect(clip('abcdef', 0)).toBe('');
});

test('a line is cut across its pieces', () => {
  const line = [span('abc'), span('def', 'red'), span('ghi')];
  expect(paint(fit(line, 5), false)).toBe('abcd…');
  expect(widthOf(fit(line, 5))).toBe(5);
  expect(paint(fit(line, 9), false)).toBe('abcdefghi');
  expect(fit(line, 0)).toEqual([]);
});

test('text is broken between words, and what is left over is cut', () => {
  expect(wrap('one two three four', 9, 3)).toEqual(['one two', 'three', 'four']);
  expect(wrap('one two three four', 9, 2)).toEqual(['one two', 'three fo…']);
  expect(wrap('immeasurable', 5, 3)).toEqual(['immea', 'surab', 'le']);
  expect(wrap('', 5, 2)).toEqual([]);
});

test('letters that take two columns are counted as two', () => {
  expect(clip('日本語です', 5)).toBe('日本…');
  expect(widthOf([span('日本', 'red'), span('x')])).toBe(5);
  expect(wrap('日本 語で す', 5, 3)).toEqual(['日本', '語で', 'す']);
  expect(wrap('日本語', 1, 3)).toEqual(['日', '本', '…']);
});

test('colours come last and only when wanted', () => {
  expect(paint([span('a', 'red'), span('b')], true)).toBe('\u001b[31ma\u001b[0mb');
  expect(paint([span('a', 'red'), span('b')], false)).toBe('ab');
});
