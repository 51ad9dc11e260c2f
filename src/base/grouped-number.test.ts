import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupedNumber } from './grouped-number.ts';

const spoken = (value: number, places: number) =>
  value.toLocaleString('en', { minimumFractionDigits: places, maximumFractionDigits: places });

test.each([
  [0, 0, '0'],
  [999, 0, '999'],
  [1_000, 0, '1,000'],
  [1_234_567, 0, '1,234,567'],
  [1_234.5, 2, '1,234.50'],
  [0.00419, 4, '0.0042'],
  [1.005, 2, '1.01'],
  [999.995, 2, '1,000.00'],
  [-1_234.5, 0, '-1,235'],
  [1e21, 0, '1,000,000,000,000,000,000,000'],
  [0.000_000_1, 2, '0.00'],
])('%d with %i places is %s', (value, places, text) => {
  expect(groupedNumber(value, places)).toBe(text);
});

test('it says of every number what the tables of languages say', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.nat(),
        fc.double({ min: 0, max: 10_000, noNaN: true }),
        fc.integer({ min: 0, max: 10_000_000 }).map((cents) => cents / 1_000),
      ),
      fc.constantFrom(0, 2, 4),
      (value, places) => {
        // Nobody counts minus zero.
        expect(groupedNumber(value + 0, places)).toBe(spoken(value + 0, places));
      },
    ),
  );
});
