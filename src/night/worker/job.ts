/**
 * One run of a worker or an advisor, as files: what it was told, what it said, and how it ended.
 *
 * A job is done by a keeper, a process of its own that outlives the supervisor. Whoever claims the job first is its
 * keeper; so a supervisor that was killed and does not know whether it had started one simply starts it again, and the
 * work is done once.
 */
import { spawn } from 'node:child_process';
import { linkSync, mkdirSync, rmSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseJson } from '../../base/json-text.ts';
import { fieldsOf } from '../../base/json-values.ts';
import { textIfReadable } from '../../base/node/file-text.ts';
import { readPartSafely } from '../../base/node/safe-file.ts';
import { writeWhole } from '../../base/node/whole-file.ts';
import { redactSecrets } from '../../base/secrets/redact-secrets.ts';
import { endWorker, isThere, markOf, runsWith, type ProcessMark, type WorkerRoot } from './tree.ts';

/** What a keeper is given. */
export interface JobSpec {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Its holds stop the job. */
  readonly stateFolder: string;
  /** Names the supervisor while the gate holds nothing; without the file or the process the job is stopped. */
  readonly leaveFile: string;
  /** After this long it is ended; null: never. */
  readonly timeoutMs: number | null;
}

/** How a job ended. */
export interface JobEnd {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly signal: string | null;
  /** Why the keeper ended it, or could not begin; null when it ended by itself. */
  readonly why: string | null;
}

/** How a job stands. */
export type JobStanding =
  | { readonly kind: 'not-started' }
  | { readonly kind: 'running' }
  | { readonly kind: 'ended'; readonly end: JobEnd };

const KEEPER = fileURLToPath(new URL(`./keeper${extname(import.meta.url)}`, import.meta.url));
const OWNER_ONLY = 0o700;
/** Nobody's name: of a job that will not be begun, or whose claim was forged. */
export const NOBODY: ProcessMark = Object.freeze({ pid: 0, began: 'nobody' });

/** The files of a job. */
export const JOB_FILES = {
  spec: 'spec.json',
  input: 'input.txt',
  output: 'output.log',
  /** Names the keeper; there once. */
  claim: 'keeper.json',
  /** Names the worker's first process. */
  worker: 'worker.json',
  frozen: 'frozen.json',
  end: 'end.json',
} as const;

/** Starts a keeper for the job, which leaves again if there was one before; null when there can be none. */
export function startJob(
  folder: string,
  spec: JobSpec,
  input: string,
  env: NodeJS.ProcessEnv,
): ProcessMark | null {
  mkdirSync(folder, { recursive: true, mode: OWNER_ONLY });
  writeWhole(join(folder, JOB_FILES.input), input, { mode: 0o600 });
  writeWhole(join(folder, JOB_FILES.spec), `${JSON.stringify(spec)}\n`, { mode: 0o600 });
  const keeper = spawn(process.execPath, [KEEPER, folder], {
    cwd: spec.cwd,
    env,
    stdio: 'ignore',
    detached: true,
  });
  // Not being able to start one is seen by its claim, which does not appear.
  keeper.on('error', () => undefined);
  keeper.unref();
  return keeper.pid === undefined ? null : markOf(keeper.pid);
}

/**
 * How the job of this keeper and worker stands now. It runs as long as its keeper is there, whatever the files say; one
 * whose keeper was killed is ended.
 */
export function lookAtJob(folder: string, root: WorkerRoot): JobStanding {
  const { keeper } = root;
  if (keeper === null) return { kind: 'not-started' };
  if (isThere(keeper)) return { kind: 'running' };
  const end = readJson(join(folder, JOB_FILES.end)) as JobEnd | null;
  if (end !== null) return { kind: 'ended', end };
  endWorker(root);
  forgetInput(folder);
  const lost: JobEnd = { code: null, signal: 'SIGKILL', why: 'its keeper was killed' };
  writeWhole(join(folder, JOB_FILES.end), `${JSON.stringify(lost)}\n`);
  return { kind: 'ended', end: lost };
}

/**
 * Ends what the job runs; its keeper writes down how it ended. One that was not begun will not be.
 *
 * A claim that is still free, or a folder that cannot be written, proves nothing: the worker may have moved the folder.
 */
export function endJob(folder: string, root: WorkerRoot): void {
  try {
    mkdirSync(folder, { recursive: true, mode: OWNER_ONLY });
    claimJob(folder, NOBODY);
  } finally {
    endWorker(root);
  }
}

/** The prompt is kept for people and advisors, but without the keys that the worker needed. */
export function forgetInput(folder: string): void {
  const file = join(folder, JOB_FILES.input);
  const text = textIfReadable(file);
  if (text === null) return;
  const kept = redactSecrets(text);
  if (kept !== text) writeWhole(file, kept, { mode: 0o600 });
}

/** Gives the job to a keeper, once: the claim appears with the keeper's name in it. */
export function claimJob(folder: string, keeper: ProcessMark | null): boolean {
  const ready = join(folder, `.claim-${process.pid}`);
  writeWhole(ready, JSON.stringify(keeper));
  try {
    linkSync(ready, join(folder, JOB_FILES.claim));
    return true;
  } catch {
    return false;
  } finally {
    rmSync(ready, { force: true });
  }
}

/** The processes of a job, as its files name them: the worker can write there, and may be stopped while it does. */
export function rootOf(folder: string): WorkerRoot {
  const claim = textIfReadable(join(folder, JOB_FILES.claim));
  return {
    first: markIn(textIfReadable(join(folder, JOB_FILES.worker)) ?? ''),
    // A claim appears whole, so one that cannot be read is not a keeper's.
    keeper: claim === null ? null : (markIn(claim) ?? NOBODY),
    mark: folder,
  };
}

function markIn(text: string): ProcessMark | null {
  const { pid, began } = fieldsOf(parseJson(text));
  const isNumber = typeof pid === 'number' && Number.isSafeInteger(pid) && pid >= 0;
  return isNumber && typeof began === 'string' ? { pid, began } : null;
}

/** Whether this process is a keeper of the job: the worker can write any number into the claim. */
export function isKeeper(mark: ProcessMark, folder: string): boolean {
  // By the name of its program alone: one that was started before an upgrade may lie elsewhere.
  return runsWith(
    mark,
    (words) => words.includes(folder) && words.some((word) => /[/\\]keeper\.[jt]s$/.test(word)),
  );
}

/** What the job said from a place in its output on, and the place where that ends. */
export function jobOutput(
  folder: string,
  from: number,
  bytesMax: number,
): { readonly text: string; readonly next: number } {
  const part = readPartSafely(join(folder, JOB_FILES.output), from, bytesMax);
  return part === null
    ? { text: '', next: from }
    : { text: part.bytes.toString('utf8'), next: part.next };
}

/** A small file of JSON; null when it is not there. */
export function readJson(file: string): unknown {
  return parseJson(textIfReadable(file) ?? '') ?? null;
}
