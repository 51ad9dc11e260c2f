/** The simulator's chance: the same for the same seed, fair enough, and within its bounds. */
import { describe, expect, test } from 'vitest';
import { SeededRandom } from './seeded-random.ts';

function words(seed: string, count: number): number[] {
  const random = new SeededRandom(seed);
  return Array.from({ length: count }, () => random.word());
}

describe('seeded random', () => {
  test('gives the same numbers for the same seed and others for another', () => {
    expect(words('7:12', 20)).toEqual(words('7:12', 20));
    const streams = ['7:12', '7:13', '8:12', '7:1', ''].map((seed) => words(seed, 4).join());
    expect(new Set(streams).size).toBe(streams.length);
  });

  test('reaches both bounds and nothing beyond', () => {
    const random = new SeededRandom('bounds');
    const seen = new Set(Array.from({ length: 1_000 }, () => random.between(-2, 2)));
    expect([...seen].toSorted((a, b) => a - b)).toEqual([-2, -1, 0, 1, 2]);
  });

  test('keeps to shares and weights', () => {
    const random = new SeededRandom('shares');
    const draws = Array.from({ length: 20_000 }, () => random.chance(0.3));
    expect(draws.filter(Boolean).length / draws.length).toBeCloseTo(0.3, 1);
    const table = [
      ['often', 9],
      ['seldom', 1],
      ['never', 0],
    ] as const;
    const picks = Array.from({ length: 20_000 }, () => random.weighed(table));
    expect(picks.filter((pick) => pick === 'often').length / picks.length).toBeCloseTo(0.9, 1);
    expect(picks).not.toContain('never');
    expect(() => random.pick([])).toThrow('nothing to pick from');
  });
});
