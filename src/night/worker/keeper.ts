/**
 * The keeper of one job, as a process of its own: it starts the worker, watches the project's STOP, PAUSE and reports
 * and the leave that a hold of the gate takes away, bounds what the worker writes, and writes down how it ended.
 *
 * Apart from the supervisor for two reasons. A supervisor that is killed must not leave a worker that nobody watches:
 * the keeper stops it until there is a supervisor again. And a supervisor that is busy must not be late for STOP.
 */
import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { startProblem } from '../../base/node/start-problem.ts';
import { writeWhole } from '../../base/node/whole-file.ts';
import { boundOutput } from './bound-output.ts';
import { HoldKeeper } from './hold-keeper.ts';
import { markInherited } from './inherited-mark.ts';
import { claimJob, forgetInput, JOB_FILES, readJson, type JobEnd, type JobSpec } from './job.ts';
import { endWorker, markOf, WORKER_MARK } from './tree.ts';

const LOOK_EVERY_MS = 40;
const NO_COMMAND = 127;
const OWNER_ONLY = 0o600;

const [, , folder = ''] = process.argv;
const spec = readJson(join(folder, JOB_FILES.spec)) as JobSpec | null;
if (spec !== null && claimJob(folder, markOf(process.pid))) keep(spec);

function keep(job: JobSpec): void {
  const { program, args, cwd, timeoutMs } = job;
  const output = openSync(join(folder, JOB_FILES.output), 'a+', OWNER_ONLY);
  const input = openSync(join(folder, JOB_FILES.input), 'r');
  const env = { ...process.env, [WORKER_MARK]: folder };
  markInherited(folder);
  const worker = spawn(program, args, { cwd, env, stdio: [input, output, output], detached: true });
  // From memory and not from a file: the worker could write another process there.
  const first = worker.pid === undefined ? null : markOf(worker.pid);
  const root = { first, keeper: markOf(process.pid), mark: folder };
  let why: string | null = null;
  const stop = (words: string) => {
    why ??= words;
    endWorker(root);
  };
  const holds = new HoldKeeper(folder, job, root, stop);
  const look = () => {
    holds.look();
    boundOutput(output);
  };
  const timers = [setInterval(look, LOOK_EVERY_MS)];
  if (timeoutMs !== null) {
    timers.push(setTimeout(() => stop(`it took more than ${timeoutMs} ms`), timeoutMs));
  }
  const end = (code: number | null, signal: string | null) => {
    // Without its timers this process has nothing more to do.
    for (const timer of timers) clearTimeout(timer);
    holds.close();
    // Tools that the client left running end with it.
    endWorker(root);
    boundOutput(output);
    forgetInput(folder);
    const ended: JobEnd = { code, signal, why };
    writeWhole(join(folder, JOB_FILES.end), `${JSON.stringify(ended)}\n`);
  };
  worker.once('error', (error) => {
    why = `cannot run ${program}: ${startProblem(error)}`;
    end(NO_COMMAND, null);
  });
  worker.once('exit', end);
  if (first !== null) writeWhole(join(folder, JOB_FILES.worker), JSON.stringify(first));
}
