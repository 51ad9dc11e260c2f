/**
 * A night whose worker is in the middle of a tool call, and whether all of it stands still.
 */
import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { NightRun } from './night-run.ts';

const QUIET_MS = 300;
/** The worker, its tool, and what that started. */
const PROCESSES_MIN = 3;

/** A night whose worker is in the middle of a tool call. */
export async function atWork(): Promise<NightRun> {
  const run = new NightRun();
  run.start('running');
  await run.until(() => run.processes().length >= PROCESSES_MIN && ticks(run) > 10);
  await run.until(() => run.text('.geometry/state.json').includes('call_1'));
  return run;
}

function ticks(run: NightRun): number {
  return run.has('ticks.txt') ? statSync(run.path('ticks.txt')).size : 0;
}

/** All of it is stopped, and nothing is written any more. */
export async function standsStill(run: NightRun): Promise<void> {
  const isStill = () => run.processes().every(({ isStopped }) => isStopped);
  await run.until(isStill);
  const before = ticks(run);
  await sleep(QUIET_MS);
  expect(ticks(run)).toBe(before);
  expect(run.processes().length).toBeGreaterThanOrEqual(PROCESSES_MIN);
}

/** Something is written again. */
export async function goesOn(run: NightRun): Promise<void> {
  const before = ticks(run);
  await run.until(() => ticks(run) > before);
}
