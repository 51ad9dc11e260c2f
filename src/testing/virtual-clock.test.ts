import { expect, test } from 'vitest';
import { Deadline } from '../guardrails/index.ts';
import { VirtualClock } from './virtual-clock.ts';

test('stands still until it is moved, and moves deadlines', () => {
  const clock = new VirtualClock(1_000);
  const deadline = new Deadline({ expiresAtMs: 3_000, clock });
  expect([clock.now(), clock.now(), deadline.isExceeded()]).toEqual([1_000, 1_000, false]);
  clock.pass(2_000);
  expect([clock.now(), deadline.isExceeded()]).toEqual([3_000, true]);
});

test('does not go back', () => {
  expect(() => new VirtualClock().pass(-1)).toThrow('0 ms or more, not by -1');
  expect(() => new VirtualClock().pass(Number.NaN)).toThrow(RangeError);
});
