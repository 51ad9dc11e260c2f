/** What the server is told of a command that ends: a crash, or a client that ends because it is stopped. */
import { expect, test } from 'vitest';
import { restarted } from './restarts.ts';

test.each([
  ['well', 0, false, 0, false],
  ['with an error', 1, false, 0, true],
  ['with an error, while its agent is stopped', 1, true, 0, false],
  ['the same, where it may be started again', 1, true, 3, false],
])('it ends %s', async (_, code, isStopped, restarts, isCrash) => {
  const told: unknown[] = [];
  const ended = await restarted(restarts, {
    run: () => Promise.resolve(code),
    told: (...said) => {
      told.push(said);
      return Promise.resolve();
    },
    isStopped: () => Promise.resolve(isStopped),
    say: () => undefined,
  });
  expect(ended).toBe(code);
  expect(told).toEqual([['started'], ['ended', isCrash]]);
});
