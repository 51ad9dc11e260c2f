/** The self-check says what works, and what does not. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../test/kit/temporary-folder.ts';
import { testGate } from '../../test/kit/test-gate.ts';
import { createMemoryStore } from '../store/index.ts';
import { faultyStore } from '../testing/index.ts';
import { StopCheck } from './stop-check.ts';

const PATH_LENGTH = 4_060;

const openGate = (marksFolder: string | null) => testGate({ marksFolder });

test('a disk that takes nothing is told, and so is one that takes it again; nothing is left behind', async () => {
  const folder = temporaryFolder('check');
  const faulty = faultyStore(createMemoryStore());
  const check = new StopCheck({ store: faulty.store, folder, openGate, now: () => 7 });
  onTestFinished(() => check.close());
  expect(await check.check()).toEqual({
    ok: true,
    can_stop: true,
    can_record: true,
    checked_at: 7,
  });
  faulty.fault = 'refuses';
  expect(await check.check()).toMatchObject({ ok: false, can_stop: true, can_record: false });
  expect((await check.answer()).status).toBe(200);
  faulty.fault = null;
  expect(await check.check()).toMatchObject({ ok: true });
  expect(readdirSync(folder)).toEqual([]);
});

test('a disk that takes no mark is told, though a journal in memory would take the stop', async () => {
  const base = mkdtempSync(join(tmpdir(), 'tripwire-check-'));
  onTestFinished(() => rmSync(base, { recursive: true }));
  // So deep that a folder can still be made in it, and the file of a mark below that cannot.
  const names = Array.from({ length: 100 }, () => 'x'.repeat(200));
  const folder = join(base, ...names).slice(0, PATH_LENGTH);
  mkdirSync(folder, { recursive: true });
  const check = new StopCheck({ store: createMemoryStore(), folder, openGate, now: () => 7 });
  onTestFinished(() => check.close());
  expect(await check.check()).toMatchObject({ ok: false, can_stop: false, can_record: true });
  expect((await check.answer()).status).toBe(503);
});
