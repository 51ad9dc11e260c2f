/**
 * Arbitrary small things, with a liking for boundaries: waits, numbers, hashes and addresses.
 */
import fc from 'fast-check';
import type { Address } from '../../src/core/records/records.ts';
import type { Wait } from './drafts.ts';

const boundaries = [1_000, 10_000, 20_000, 30_000, 60_000, 120_000, 600_000, 1_200_000];

/** Waits that go nowhere back, up to a minute or so, most of them short or on a boundary. */
export const gentleWait: fc.Arbitrary<Wait> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(0, 1, 200, 999, 1_000, 1_001, 3_000) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 12_000 }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(9_999, 10_000, 10_001, 19_999, 20_000, 29_999, 30_000, 30_001),
  },
  { weight: 2, arbitrary: fc.constantFrom(59_000, 59_999, 60_000, 60_001, 61_000) },
  {
    weight: 2,
    arbitrary: fc.record({
      next: fc.constantFrom(1_000 as const, 60_000 as const),
      plus: fc.constantFrom(-1, 0, 1),
    }),
  },
);

/** Waits of any kind: gentle ones, long ones, huge ones, and steps back in time. */
export const anyWait: fc.Arbitrary<Wait> = fc.oneof(
  { weight: 12, arbitrary: gentleWait },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(...boundaries), fc.constantFrom(-1, 0, 1))
      .map(([boundary, plus]) => boundary + plus),
  },
  { weight: 1, arbitrary: fc.integer({ min: 60_000, max: 1_400_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(86_400_000, 31_536_000_000, 9_999_999_999_999) },
  { weight: 2, arbitrary: fc.constantFrom(-1, -999, -1_000, -30_000, -60_000, -86_400_000) },
);

/** When a sequence begins that goes on for a while. */
export const gentleStart: fc.Arbitrary<number> = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(0, 1, 999, 1_000, 59_999, 60_000) },
  { weight: 1, arbitrary: fc.integer({ min: 1_700_000_000_000, max: 1_700_000_120_000 }) },
);

/** When a sequence begins; it may be at the end of time. */
export const anyStart: fc.Arbitrary<number> = fc.oneof(
  { weight: 6, arbitrary: gentleStart },
  { weight: 1, arbitrary: fc.constantFrom(9_999_999_999_999, 9_999_999_940_000) },
);

/** Numbers around limits: each limit, one less, one more, shares of it, and small ones. */
export function around(...limits: readonly number[]): fc.Arbitrary<number> {
  const near = limits.flatMap((limit) => [limit - 1, limit, limit + 1]);
  const shares = limits.flatMap((limit) => [0.25, 0.5, 0.75, 0.8].map((share) => limit * share));
  const whole = [...near, ...shares, ...shares.map((share) => share - 1)].map(Math.floor);
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(0, 1, 2, 100) },
    { weight: 2, arbitrary: fc.constantFrom(...whole.map((value) => Math.min(9_999_999, value))) },
  );
}

/** A SimHash so many bits away from another; different places give different hashes. */
export function withBitsFlipped(hash: string, bits: number, from: number): string {
  let value = BigInt(`0x${hash}`);
  for (let bit = 0; bit < bits; bit += 1) value ^= 1n << BigInt((from + bit) % 64);
  return value.toString(16).padStart(16, '0');
}

export const simHash: fc.Arbitrary<string> = fc.constantFrom(
  '0123456789abcdef',
  'fedcba9876543210',
  '00ff00ff00ff00ff',
);

/** Hashes that look like nothing else, or almost like a SimHash. */
export const otherHash: fc.Arbitrary<string> = fc.constantFrom(
  'x',
  '0123456789abcde',
  '0123456789abcdef0',
  'g123456789abcdef',
  'a'.repeat(64),
  'b'.repeat(64),
);

/** One of a few sessions and threads, often nameless. */
export const anyAddress: fc.Arbitrary<Address> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  {
    weight: 3,
    arbitrary: fc.record(
      {
        session: fc.constantFrom('main', 's1', 's2'),
        thread: fc.constantFrom('main', 't1', 't2'),
      },
      { requiredKeys: [] },
    ),
  },
);
