/** The self-check says what works, and what does not. */
import { readdirSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../test/kit/temporary-folder.ts';
import { FROZEN_V0_2 } from '../core/index.ts';
import { createMemoryStore } from '../store/index.ts';
import { faultyStore } from '../testing/index.ts';
import { StopCheck } from './stop-check.ts';

test('a disk that takes nothing is told, and so is one that takes it again; nothing is left behind', async () => {
  const folder = temporaryFolder('check');
  const faulty = faultyStore(createMemoryStore());
  const parts = { store: faulty.store, constitution: FROZEN_V0_2, version: '0', folder };
  const check = new StopCheck({ ...parts, now: () => 7 });
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
