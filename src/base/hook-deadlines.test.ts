/** Whoever is further in gives up first: else a client gives up on the hook, and most of them then run the tool. */
import { expect, test } from 'vitest';
import { HOOK_DEADLINES_MS } from './hook-deadlines.ts';

test('each step gives up before the one that waits for it', () => {
  const limits = Object.values(HOOK_DEADLINES_MS);
  expect(limits).toEqual(limits.toSorted((one, other) => other - one));
  expect(new Set(limits).size).toBe(limits.length);
});

test('a program that is killed or refuses by itself has time to be heard', () => {
  const { client, kill, hook, decision } = HOOK_DEADLINES_MS;
  expect(client - kill).toBeGreaterThanOrEqual(1_000);
  expect(kill - hook).toBeGreaterThanOrEqual(1_000);
  expect(hook - decision).toBeGreaterThanOrEqual(1_000);
});

test('two questions to a server fit into a decision', () => {
  const { decision, question } = HOOK_DEADLINES_MS;
  expect(2 * question).toBeLessThan(decision);
});

test('a decision that waits for the lock and then for the journal still ends in time', () => {
  const { decision, lock, journal } = HOOK_DEADLINES_MS;
  expect(lock + journal).toBeLessThanOrEqual(decision);
});
