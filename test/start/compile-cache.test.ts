/** What Node compiled of the command is kept for the next start, and only where nobody else can write. */
import { chmodSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { runTripwire } from '../kit/run-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

let home = '';
const data = () => join(home, '.tripwire');
const kept = () => join(data(), 'compiled-modules');
/** The tests have a cache of their own, which comes first. */
const events = () => runTripwire(['events'], '', { HOME: home, NODE_COMPILE_CACHE: '' });

beforeEach(() => {
  home = temporaryFolder('home');
});

test('in the data folder, where there is one', async () => {
  await events();
  expect(existsSync(data())).toBe(false);
  mkdirSync(data(), { mode: 0o700 });
  const first = await events();
  expect(readdirSync(kept()).length).toBeGreaterThan(0);
  expect(await events()).toEqual(first);
});

test('not where others could write', async () => {
  mkdirSync(data(), { mode: 0o700 });
  chmodSync(data(), 0o777);
  await events();
  expect(existsSync(kept())).toBe(false);
  chmodSync(data(), 0o700);
  mkdirSync(kept());
  chmodSync(kept(), 0o777);
  await events();
  expect(readdirSync(kept())).toEqual([]);
});
