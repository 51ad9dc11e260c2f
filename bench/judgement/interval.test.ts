/** What a count proves, against values that can be looked up. */
import { describe, expect, test } from 'vitest';
import { countWithInterval, interval } from './interval.ts';

describe('the interval of a share', () => {
  test('is Wilson’s', () => {
    expect(interval(0, 16)?.high).toBeCloseTo(0.1936, 3);
    expect(interval(16, 16)?.low).toBeCloseTo(0.8064, 3);
    expect(interval(8, 16)?.low).toBeCloseTo(0.28, 2);
    expect(interval(0, 0)).toBeNull();
  });

  test('is written behind its count', () => {
    expect(countWithInterval(0, 1_046)).toBe('0 of 1046 (0.0–0.4 %)');
    expect(countWithInterval(0, 0)).toBe('–');
  });
});
