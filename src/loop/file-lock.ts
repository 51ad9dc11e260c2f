/**
 * One process at a time: a lock file that names its holder, and that outlives nobody.
 *
 * A hook may be killed at any moment, so a lock whose process is gone is taken over. Two waiters must not
 * both take it over; whoever wants to, first takes a lock on that very lock, in the same way. Each lock has
 * a name of its own, so a late comer finds that the one it meant is no longer there.
 */
import { randomBytes } from 'node:crypto';
import { linkSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LoopError } from './loop-error.ts';
import { growingBy } from './whole-file.ts';

/** Below the four seconds within which a hook answers. */
const WAIT_MS_MAX = 3_000;
const LOOK_AGAIN_MS = 8;
/** Holding takes milliseconds; after this long the number of the holder belongs to another process. */
const HELD_MS_MAX = 60_000;

/** Does the work while nobody else does; waits for up to three seconds. */
export async function withLock<Value>(
  file: string,
  work: () => Value | Promise<Value>,
): Promise<Value> {
  const name = `${process.pid} ${randomBytes(8).toString('hex')}`;
  const until = performance.now() + WAIT_MS_MAX;
  while (!take(file, name)) {
    if (performance.now() >= until) {
      throw new LoopError(
        'LOOP_UNAVAILABLE',
        `${file} is held by process ${holderOf(file)?.split(' ')[0] ?? 'unknown'} for more than ${WAIT_MS_MAX} ms; if that process does nothing for Tripwire, delete the file`,
      );
    }
    await sleep(LOOK_AGAIN_MS * (0.5 + Math.random()));
  }
  try {
    sweep(dirname(file));
    return await work();
  } finally {
    if (holderOf(file) === name) rmSync(file, { force: true });
  }
}

/** Takes the lock if it is free, or its holder gone. */
function take(file: string, name: string): boolean {
  if (create(file, name)) return true;
  const holder = holderOf(file);
  if (holder === null || !isGone(file, holder)) return false;
  const [, token = ''] = holder.split(' ');
  const claim = `${file}.${token}`;
  if (!take(claim, name)) return false;
  if (holderOf(file) === holder) rmSync(file, { force: true });
  rmSync(claim, { force: true });
  return create(file, name);
}

/** Appears with its content or not at all. */
function create(file: string, name: string): boolean {
  const ready = join(dirname(file), `.growing-${process.pid}-${basename(file)}`);
  writeFileSync(ready, name);
  try {
    linkSync(ready, file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(ready, { force: true });
  }
}

function holderOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

function isGone(file: string, holder: string): boolean {
  if (!isAlive(Number(holder.split(' ')[0]))) return true;
  try {
    return Date.now() - statSync(file).mtimeMs > HELD_MS_MAX;
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** Removes what killed processes left unfinished. */
function sweep(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = growingBy(name);
    if (pid !== null && !isAlive(pid)) rmSync(join(folder, name), { force: true });
  }
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error ? String(error.code) : null;
}
