/**
 * The prefix that is written is the prefix that is matched, and nothing else is.
 */
import { describe, expect, test } from 'vitest';
import { citingPattern, citingTitle } from './citing-title.ts';

const KNOWN = new Set(['T1', 'T2', 'T12']);

describe('citingTitle', () => {
  test('prefixes one id or several', () => {
    expect(citingTitle('T1', 'stops', KNOWN)).toBe('[T1] stops');
    expect(citingTitle(['T1', 'T12'], 'stops', KNOWN)).toBe('[T1, T12] stops');
  });

  test('throws for an unknown id, also among known ones', () => {
    expect(() => citingTitle('T99', 'stops', KNOWN)).toThrow(
      '"stops" cites unknown requirement T99',
    );
    expect(() => citingTitle(['T1', 'T99'], 'stops', KNOWN)).toThrow('T99');
  });

  test('throws for an empty list', () => {
    expect(() => citingTitle([], 'stops', KNOWN)).toThrow('"stops" cites no requirement');
  });
});

describe('citingPattern', () => {
  const matches = (id: string, title: string): boolean => new RegExp(citingPattern(id)).test(title);

  test('finds the id in any place of the list, below any describe block', () => {
    for (const ids of [['T1'], ['T1', 'T2'], ['T2', 'T1'], ['T2', 'T1', 'T12']]) {
      expect(matches('T1', `the gate ${citingTitle(ids, 'stops', KNOWN)}`)).toBe(true);
    }
  });

  test('does not take a longer or shorter id for it', () => {
    expect(matches('T1', '[T12] stops')).toBe(false);
    expect(matches('T12', '[T1] stops')).toBe(false);
    expect(matches('T1', '[T2, T12] stops')).toBe(false);
    expect(matches('T1', 'T1 stops')).toBe(false);
  });

  test('takes an id with special characters literally', () => {
    expect(matches('T.1', '[T.1] stops')).toBe(true);
    expect(matches('T.1', '[Tx1] stops')).toBe(false);
  });
});
