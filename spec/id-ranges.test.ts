/**
 * Runs of neighbours are folded, everything else is left as it is.
 */
import { expect, test } from 'vitest';
import { idRanges } from './id-ranges.ts';

test('folds neighbours of one letter', () => {
  expect(idRanges(['T1', 'T2', 'T3', 'T5', 'K6', 'K7'])).toBe('T1–T3, T5, K6–K7');
});

test('says none for none', () => {
  expect(idRanges([])).toBe('none');
});

test('refuses what is no id', () => {
  expect(() => idRanges(['T'])).toThrow('"T" is not a requirement id');
});
