/**
 * One process at a time: a lock file that names its holder, and that outlives nobody.
 *
 * A hook may be killed at any moment, so a lock whose process is gone is taken over. Two waiters must not
 * both take it over; whoever wants to, first takes a lock on that very lock, in the same way. Each lock has
 * a name of its own, so a late comer finds that the one it meant is no longer there.
 */
import { linkSync, lstatSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errorCode } from '../../base/error-words.ts';
import { HOOK_DEADLINES_MS } from '../../base/hook-deadlines.ts';
import { textIfThere } from '../../base/node/file-text.ts';
import { readTextSafely } from '../../base/node/safe-file.ts';
import { sleep } from '../../base/node/sleep.ts';
import { GROWING, growingBy, randomName } from '../../base/node/whole-file.ts';
import { LoopError } from '../loop-error.ts';

/** On average; a try is one call of the system, so that those who wait do not slow down who works. */
const TRY_AGAIN_MS = 8;
/** Whether the holder is still there is asked less often: it nearly always is. */
const LOOK_AT_HOLDER_MS = 100;
/** A number and a token. */
const LOCK_BYTES_MAX = 256;
/** Holding takes milliseconds; after this long the number of the holder belongs to another process. */
const HELD_MS_MAX = 60_000;

/** Does the work while nobody else does; waits for up to three seconds. */
export async function withLock<Value>(
  file: string,
  work: () => Value | Promise<Value>,
): Promise<Value> {
  const token = randomName();
  const name = `${process.pid} ${token}`;
  await wait(file, name, join(dirname(file), `${GROWING}${process.pid}-${token}`));
  try {
    sweep(dirname(file));
    return await work();
  } finally {
    if (textIfThere(file) === name) rmSync(file, { force: true });
  }
}

/** Waits until the lock is taken; throws when that takes too long. */
async function wait(file: string, name: string, ready: string): Promise<void> {
  const until = monotonicMs() + HOOK_DEADLINES_MS.lock;
  let lookAt = 0;
  // The lock appears with its content or not at all.
  writeFileSync(ready, name, { flag: 'wx' });
  try {
    while (!isLinked(ready, file)) {
      const now = monotonicMs();
      if (now >= until) throw heldTooLong(file);
      if (now >= lookAt) {
        lookAt = now + LOOK_AT_HOLDER_MS;
        if (removeGone(file, ready)) continue;
      }
      await sleep(TRY_AGAIN_MS * (0.5 + Math.random()));
    }
  } finally {
    rmSync(ready, { force: true });
  }
}

/** Removes a lock whose holder is gone; false when it is still there. */
function removeGone(file: string, ready: string): boolean {
  const holder = textIfThere(file);
  if (holder === null) return true;
  if (!isGone(file, holder)) return false;
  const [, token = ''] = holder.split(' ');
  const claim = `${file}.${token}`;
  // Whoever had the claim may be gone too.
  if (!isLinked(ready, claim) && !(removeGone(claim, ready) && isLinked(ready, claim))) {
    return false;
  }
  if (textIfThere(file) === holder) rmSync(file, { force: true });
  rmSync(claim, { force: true });
  return true;
}

/** Whether the file got this name, which nothing had. */
function isLinked(ready: string, file: string): boolean {
  try {
    linkSync(ready, file);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** `performance` would be loaded for this alone. */
function monotonicMs(): number {
  return Number(process.hrtime.bigint() / 1_000_000n);
}

/** Only a number is repeated: whatever else the file holds may be somebody's secret. */
function heldTooLong(file: string): LoopError {
  const pid = /^\d+(?= )/.exec(holderOf(file) ?? '')?.[0];
  const holder = pid === undefined ? 'a process that it does not name' : `process ${pid}`;
  return new LoopError(
    'LOOP_UNAVAILABLE',
    `${file} is held by ${holder} for more than ${HOOK_DEADLINES_MS.lock} ms; if that process does nothing for Tripwire, delete the file`,
  );
}

function holderOf(file: string): string | null {
  return readTextSafely(file, { bytesMax: LOCK_BYTES_MAX });
}

function isGone(file: string, holder: string): boolean {
  if (!isAlive(Number(holder.split(' ')[0]))) return true;
  try {
    return Date.now() - lstatSync(file).mtimeMs > HELD_MS_MAX;
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** Removes what killed processes left unfinished. */
function sweep(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = growingBy(name);
    if (pid !== null && !isAlive(pid)) rmSync(join(folder, name), { force: true });
  }
}
