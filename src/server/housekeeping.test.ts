/** Old evidence goes at the start, young evidence stays, and a store that fails stops nothing else. */
import { expect, test } from 'vitest';
import { createMemoryStore } from '../store/index.ts';
import { startHousekeeping } from './housekeeping.ts';

const DAY_MS = 86_400_000;
const config = () => ({ evidenceDays: 7, retention: { days: 30, maxMb: 1024 } });
const clock = { now: () => 100 * DAY_MS };
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
  const work = await startHousekeeping(store, config, clock, () => undefined);
  await work.close();
  expect((await store.evidence('crawler', 10)).map(({ seq }) => seq)).toEqual([99, 94]);
});

test('what fails is told, and tried again later', async () => {
  const store = createMemoryStore();
  await store.close();
  const lines: string[] = [];
  const work = await startHousekeeping(store, config, clock, (line) => lines.push(line));
  await work.close();
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('Old data could not be removed');
});
