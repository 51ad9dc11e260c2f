/**
 * The keeper of one job, as a process of its own: it starts the worker, watches the project's STOP, PAUSE and reports
 * and the leave that a hold of the gate takes away, and writes down how the worker ended.
 *
 * Apart from the supervisor for two reasons. A supervisor that is killed must not leave a worker that nobody watches:
 * the keeper stops it until there is a supervisor again. And a supervisor that is busy must not be late for STOP.
 */
import { spawn } from 'node:child_process';
import { existsSync, openSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { textIfReadable } from '../../base/node/file-text.ts';
import { writeWhole } from '../../base/node/whole-file.ts';
import { HOLD_FILES, HOLD_KINDS, LOCK_FILE } from '../../loop/index.ts';
import { claimJob, JOB_FILES, readJson, rootOf, type JobEnd, type JobSpec } from './job.ts';
import {
  endWorker,
  freezeWorker,
  isThere,
  markOf,
  thawWorker,
  WORKER_MARK,
  type ProcessMark,
} from './tree.ts';

const LOOK_EVERY_MS = 40;
/** Stopped ones are counted again, in case something of the worker slept through the first count. */
const FREEZE_AGAIN_MS = 400;
const NO_COMMAND = 127;
const OWNER_ONLY = 0o600;

const [, , folder = ''] = process.argv;
const spec = readJson(join(folder, JOB_FILES.spec)) as JobSpec | null;
if (spec !== null && claimJob(folder, markOf(process.pid))) keep(spec);

function keep(job: JobSpec): void {
  const { program, args, cwd, timeoutMs } = job;
  const output = openSync(join(folder, JOB_FILES.output), 'a', OWNER_ONLY);
  const input = openSync(join(folder, JOB_FILES.input), 'r');
  const env = { ...process.env, [WORKER_MARK]: folder };
  const worker = spawn(program, args, { cwd, env, stdio: [input, output, output], detached: true });
  let why: string | null = null;
  const stop = (words: string) => {
    why ??= words;
    endWorker(rootOf(folder));
  };
  const timers = [watch(job, stop)];
  if (timeoutMs !== null) {
    timers.push(setTimeout(() => stop(`it took more than ${timeoutMs} ms`), timeoutMs));
  }
  const end = (code: number | null, signal: string | null) => {
    // Without its timers this process has nothing more to do.
    for (const timer of timers) clearTimeout(timer);
    // Tools that the client left running end with it.
    endWorker(rootOf(folder));
    const ended: JobEnd = { code, signal, why };
    writeWhole(join(folder, JOB_FILES.end), `${JSON.stringify(ended)}\n`);
  };
  worker.once('error', (error) => {
    why = `cannot run ${program}: ${error.message}`;
    end(NO_COMMAND, null);
  });
  worker.once('exit', end);
  if (worker.pid !== undefined) {
    writeWhole(join(folder, JOB_FILES.worker), JSON.stringify(markOf(worker.pid)));
  }
}

/** Looks many times a second: a file, a process and a date cost next to nothing. */
function watch(job: JobSpec, stop: (why: string) => void): NodeJS.Timeout {
  const { stateFolder } = job;
  const frozen = join(folder, JOB_FILES.frozen);
  const holds = rememberedHolds(join(stateFolder, 'state.json'));
  let frozenAtMs: number | null = null;
  return setInterval(() => {
    const file = HOLD_KINDS.find((kind) => existsSync(join(stateFolder, HOLD_FILES[kind])));
    if (file === 'stop') return stop('STOP is there');
    const why = file ?? (holds() ? 'hold' : hasLeave(job) ? null : 'no leave');
    if (why === null) {
      if (frozenAtMs === null) return;
      rmSync(frozen, { force: true });
      thawWorker(rootOf(folder));
      frozenAtMs = null;
      return;
    }
    if (frozenAtMs !== null && performance.now() - frozenAtMs < FREEZE_AGAIN_MS) return;
    freezeWorker(rootOf(folder), () => lockHolder(stateFolder));
    frozenAtMs = performance.now();
    // A file that stands now was not taken away by anything of the worker before it was stopped.
    const isStanding = file !== undefined && existsSync(join(stateFolder, HOLD_FILES[file]));
    const known = readJson(frozen) as { readonly stands: boolean } | null;
    if (known === null || (isStanding && !known.stands)) {
      writeWhole(frozen, JSON.stringify({ why, stands: isStanding, atMs: Date.now() }));
    }
  }, LOOK_EVERY_MS);
}

/** Whoever is writing the loop's files is let finish. */
function lockHolder(stateFolder: string): readonly number[] {
  const pid = Number(textIfReadable(join(stateFolder, LOCK_FILE))?.split(' ')[0]);
  return Number.isSafeInteger(pid) && pid > 0 ? [pid] : [];
}

function hasLeave({ leaveFile }: JobSpec): boolean {
  const supervisor = readJson(leaveFile) as ProcessMark | null;
  return supervisor !== null && isThere(supervisor);
}

/** Whether the loop remembers a hold, whose file may be gone. Read only when it was written. */
function rememberedHolds(file: string): () => boolean {
  let seen = '';
  let isHeld = false;
  return () => {
    const stats = statSync(file, { throwIfNoEntry: false, bigint: true });
    const now = stats === undefined ? '' : `${stats.mtimeNs} ${stats.ino} ${stats.size}`;
    if (now === seen) return isHeld;
    seen = now;
    const state = readJson(file) as { readonly holds?: readonly unknown[] } | null;
    const { holds = [] } = state ?? {};
    isHeld = holds.length > 0;
    return isHeld;
  };
}
