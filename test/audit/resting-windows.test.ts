/**
 * Windows of an agent that rests for long: they are not in the log yet, and still the newest is the newest.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { AuditedLife } from './audited-life.ts';

const HOUR_MS = 3_600_000;
const START_MS = 1_760_000_000_000;
const folder = temporaryFolder('resting');
const life = new AuditedLife(folder, START_MS);

beforeAll(async () => {
  await life.start();
  await life.work('one', 20, 3_000);
  await life.rest(5 * HOUR_MS);
});
afterAll(async () => {
  await life.end();
});

const ask = (asked: { readonly from?: number; readonly limit: number }) =>
  life.keeper.windows('one', { ...asked, summary: true }, life.gate.clock.now());

test('the newest windows are those that ended last, however few are asked for', () => {
  const { total, windows } = ask({ limit: 10 });
  expect(total, 'five hours of 75 windows, and the work').toBeGreaterThan(370);
  expect(windows.map(({ index }) => index)).toEqual(
    Array.from({ length: 10 }, (_, place) => total - 10 + place),
  );
  const age = life.gate.clock.now() - (windows.at(-1)?.t_start_ms ?? 0);
  expect(age).toBeLessThan(2 * 48_000 + 10_000);
  expect(windows.at(-1)).toMatchObject({ log_index: null, rest_mask: 'R'.repeat(16) });
});

test('a stretch in the middle of the rest is given too, and is the same whenever it is asked for', () => {
  const { windows } = ask({ from: 200, limit: 3 });
  expect(windows.map(({ index }) => index)).toEqual([200, 201, 202]);
  const all = ask({ from: 0, limit: 3_600 }).windows;
  expect(all.slice(200, 203)).toEqual(windows);
});

test('what was shown of a rest stands in the log when the agent works again', async () => {
  const before = ask({ from: 0, limit: 3_600 }).windows;
  await life.work('one', 2, 3_000);
  await life.pass(60_000);
  const after = ask({ from: 0, limit: 3_600 }).windows;
  const roots = (windows: typeof before) => windows.map(({ asc_root: root }) => root);
  expect(roots(after).slice(0, before.length)).toEqual(roots(before));
  expect(after[before.length - 1]?.log_index).not.toBeNull();
});
