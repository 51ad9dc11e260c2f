/**
 * A turn is counted once, also when it ends while the supervisor looks: whoever sees that a job has ended has read the
 * files after that, and so what the job's last hook wrote.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findStateFolder, reconcileManifest } from '../../src/loop/index.ts';
import { lookAround } from '../../src/night/decide/look-around.ts';
import { openNight, type NightState } from '../../src/night/index.ts';
import { folderOf } from '../../src/night/night-files.ts';
import type { Supervision } from '../../src/night/supervision.ts';
import { startJob } from '../../src/night/worker/job.ts';
import { isThere, markOf } from '../../src/night/worker/tree.ts';
import { WorkerGuard } from '../../src/night/worker/worker-guard.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

const LOOK_EVERY_MS = 5;
const UNTIL_TOLD = `const { existsSync } = require('node:fs');
setInterval(() => { if (existsSync('go')) process.exit(0); }, ${LOOK_EVERY_MS});`;

test('a job that ends while the files are read has not ended for that look', async () => {
  const project = temporaryFolder('look');
  const env = { ...process.env };
  const place = { ...findStateFolder(project, env), env };
  const own = { name: 'own', command: ['true'], context: 'default' as const, cooldownMinutes: 1 };
  const wish = { own, engine: null, maxIterations: null, untilMs: null, budgetTokens: null };
  const night = await openNight(place, { ...wish, task: 'Count.' }, Date.now());
  const job = {
    number: 1,
    kind: 'turn',
    who: 'own',
    command: own.command,
    prompt: '',
    session: null,
    isBriefed: false,
    startedAtMs: Date.now(),
    iterationsBefore: 0,
    advisorTokensBefore: 0,
    ending: null,
  } as const;
  const state: NightState = { ...night, job };
  const folder = folderOf(place.folder, state, job);
  const args = ['-e', UNTIL_TOLD];
  const leaveFile = join(project, 'leave.json');
  const spec = { program: process.execPath, args, cwd: project, stateFolder: place.folder };
  const guard = new WorkerGuard(place.folder, () => false);
  onTestFinished(() => guard.close());
  const keeper = startJob(folder, { ...spec, leaveFile, timeoutMs: null }, '', env);
  if (keeper === null) throw new Error('there is no keeper');
  guard.started(folder, keeper);
  writeFileSync(leaveFile, JSON.stringify(markOf(process.pid)));
  await vi.waitFor(() => expect(guard.standing(folder).kind).toBe('running'));

  const spent = { tokens: 0, advisorTokens: 0, listCost: { microUsd: 0, unpricedCalls: 0 } };
  const supervision = {
    place,
    leaving: new AbortController().signal,
    spent: () => Promise.resolve(spent),
    priceAtMost: () => null,
  } as unknown as Supervision;
  const seeing = { gateHolds: [], guard };
  const endedMeanwhile: typeof reconcileManifest = async (...asked) => {
    writeFileSync(join(project, 'go'), '');
    while (isThere(keeper)) await sleep(LOOK_EVERY_MS);
    return reconcileManifest(...asked);
  };
  const { look } = await lookAround(supervision, state, endedMeanwhile, seeing);
  expect(look.job.kind).toBe('running');
  await vi.waitFor(() => expect(guard.standing(folder).kind).toBe('ended'));
  const after = await lookAround(supervision, state, reconcileManifest, seeing);
  expect(after.look.job.kind).toBe('ended');
});
