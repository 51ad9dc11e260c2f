/** The governor: it leaves an agent alone that rests enough, and keeps one from acting that would not. */
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { restOwedMs } from '../index.ts';

const START_MS = 48_000 * 1_000;
const QUARTER = 250_000;
const at = (step: number) => START_MS + step * 3_000 + 1;

describe('with a quarter of rest', () => {
  const twelve = Array.from({ length: 12 }, (_, step) => at(step));

  verifies(
    'A4',
    'twelve steps of sixteen may be active, the thirteenth waits for the next window',
    () => {
      expect(restOwedMs(twelve.slice(0, 11), at(11), QUARTER)).toBe(0);
      expect(restOwedMs(twelve, at(12), QUARTER)).toBe(START_MS + 48_000 - at(12));
      expect(restOwedMs(twelve, START_MS + 48_000, QUARTER)).toBe(0);
    },
  );

  verifies('A4', 'acting again in an active step costs nothing', () => {
    expect(restOwedMs(twelve, at(11) + 500, QUARTER)).toBe(0);
  });

  verifies('A4', 'whoever obeys keeps the fraction, however he works', () => {
    const asks = fc.array(fc.integer({ min: 0, max: 47_999 }), { maxLength: 60 });
    fc.assert(
      fc.property(asks, fc.integer({ min: 0, max: 1_000_000 }), (times, rhoMin) => {
        const acted: number[] = [];
        for (const time of times.toSorted((one, other) => one - other)) {
          if (restOwedMs(acted, START_MS + time, rhoMin) === 0) acted.push(START_MS + time);
        }
        const active = new Set(acted.map((one) => Math.floor((one - START_MS) / 3_000))).size;
        expect((16 - active) * 1_000_000).toBeGreaterThanOrEqual(16 * rhoMin);
      }),
    );
  });
});
