/** Old evidence goes at the start, young evidence stays, and a store that fails stops nothing else. */
import { expect, test } from 'vitest';
import { NO_LOG, type Log } from '../base/log.ts';
import { createMemoryStore } from '../store/index.ts';
import { startHousekeeping } from './housekeeping.ts';

const DAY_MS = 86_400_000;
const config = () => ({ evidenceDays: 7, retention: { days: 30, maxMb: 1024 } });
const clock = { trustedMs: () => 100 * DAY_MS };
const evidence = (atDay: number) => ({
  agent: 'crawler',
  session: null,
  seq: atDay,
  at: atDay * DAY_MS,
  hash: String(atDay).padStart(64, '0'),
  body: 'what it did',
});

test('evidence is kept for so many days', async () => {
  const store = createMemoryStore();
  for (const day of [90, 92, 94, 99]) await store.putEvidence(evidence(day));
  const work = startHousekeeping(store, config, clock, NO_LOG);
  await work.close();
  expect((await store.evidence('crawler', 10)).map(({ seq }) => seq)).toEqual([99, 94]);
});

test('what fails is told, and tried again later', async () => {
  const store = createMemoryStore();
  await store.close();
  const told: string[] = [];
  const log: Log = { ...NO_LOG, warn: (where, doing) => told.push(`${where}: ${doing}`) };
  const work = startHousekeeping(store, config, clock, log);
  await work.close();
  expect(told).toEqual(['server: removing old data']);
});
