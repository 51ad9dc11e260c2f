import { getActiveResourcesInfo } from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { withDeadline } from './deadline.ts';

const timers = () => getActiveResourcesInfo().filter((one) => one === 'Timeout').length;

test('work in time gives its value or its failure, and no timer is left', async () => {
  const before = timers();
  expect(await withDeadline(Promise.resolve(1), 60_000, () => 2)).toBe(1);
  const failing = withDeadline(Promise.reject(new Error('broken')), 60_000, () => 2);
  await expect(failing).rejects.toThrow('broken');
  expect(timers()).toBe(before);
});

test('work that is late gives what is said instead, or the error', async () => {
  const never = new Promise<number>(() => undefined);
  expect(await withDeadline(never, 1, () => null)).toBeNull();
  const late = withDeadline(never, 1, () => {
    throw new Error('no answer within 1 ms');
  });
  await expect(late).rejects.toThrow('no answer within 1 ms');
});

test('work that fails after the deadline disturbs nobody', async () => {
  const work = delay(5).then(() => {
    throw new Error('too late to matter');
  });
  expect(await withDeadline(work, 1, () => 'late')).toBe('late');
  await delay(20);
});
