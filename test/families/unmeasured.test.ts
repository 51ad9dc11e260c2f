/**
 * The families that nobody has measured yet are well made: their form, not what the judge makes of them.
 */
import { describe, expect, test } from 'vitest';
import { families, familyRuns } from './family-runs.ts';
import { unmeasuredFamilies } from './unmeasured.ts';

const RUNS_OF_EACH = 16;

describe('the unmeasured families', () => {
  test('have names of their own and are not among the measured ones', () => {
    const names = [...families, ...unmeasuredFamilies].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, limit } of unmeasuredFamilies) {
      expect(name, name).toMatch(/^[sh]_[a-z_]+$/);
      expect(limit !== undefined, name).toBe(name.startsWith('s_'));
    }
  });

  for (const family of unmeasuredFamilies) {
    test(family.name, () => {
      const runs = familyRuns([family]);
      expect(runs).toHaveLength(RUNS_OF_EACH);
      expect(runs).toEqual(familyRuns([family]));
      const { limit, unit = 'call' } = family;
      if (limit === undefined) return;
      for (const { loop, marks } of runs) {
        const ofLoop = marks.filter((mark) => mark.unit === unit && mark.index >= (loop?.at ?? 0));
        expect(ofLoop.length, 'a loop goes on past its limit').toBeGreaterThan(1.2 * limit);
      }
    });
  }
});
