/**
 * Two keepers of one job: a supervisor that was killed had started one, and the next supervisor started another before
 * the first had claimed the job. However slow the machine is, the second one's end is not the job's.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished, expect, test, vi } from 'vitest';
import { endJob, startJob, type JobSpec } from '../../src/night/worker/job.ts';
import { isThere } from '../../src/night/worker/tree.ts';
import { WorkerGuard } from '../../src/night/worker/worker-guard.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

/** Longer than any start of a process was waited for. */
const LONG_MS = 60_000;

test('a second keeper that is slow to leave does not end the job of the first', async () => {
  const project = temporaryFolder('keepers');
  const folder = join(project, 'job');
  const spec: JobSpec = {
    program: process.execPath,
    args: ['-e', 'setInterval(() => undefined, 1_000)'],
    cwd: project,
    stateFolder: join(project, '.geometry'),
    leaveFile: join(project, 'leave'),
    timeoutMs: null,
  };
  const first = startJob(folder, spec, '', process.env);
  const guard = new WorkerGuard(spec.stateFolder, () => false);
  onTestFinished(() => {
    endJob(folder, guard.root(folder));
    guard.close();
  });
  await vi.waitFor(() => expect(guard.standing(folder).kind).toBe('running'));
  if (first === null) throw new Error('there is no first keeper');
  expect(guard.root(folder).keeper).toEqual(first);

  const late = new WorkerGuard(spec.stateFolder, () => false);
  onTestFinished(() => late.close());
  const second = startJob(folder, spec, '', process.env);
  if (second === null) throw new Error('there is no second keeper');
  process.kill(second.pid, 'SIGSTOP');
  late.started(folder, second);
  expect(late.standing(folder).kind).toBe('running');
  const nowMs = performance.now();
  onTestFinished(() => void vi.restoreAllMocks());
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs + LONG_MS);
  expect(late.standing(folder).kind).toBe('running');

  process.kill(second.pid, 'SIGCONT');
  while (isThere(second)) await sleep(20);
  expect(late.standing(folder).kind).toBe('running');
  expect(late.root(folder).keeper).toEqual(first);
});
