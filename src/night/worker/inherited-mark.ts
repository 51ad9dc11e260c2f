/**
 * A mark that a process cannot leave behind with its environment, its parent and its session: a limit of the system that
 * children inherit and that means nothing.
 *
 * Linux takes a limit of resident memory and has not looked at it since 2.4.30. It is far above any memory, so nothing else
 * has the same. A program that lowers the limit, or runs as root and lifts it, is rid of the mark; none does so by accident.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Above every memory that a machine has, and below what the system can count. */
const FIRST = 1n << 60n;
const HASH_BYTES = 6;
const COUNT = 1n << BigInt(HASH_BYTES * 8);
const TIMEOUT_MS = 2_000;

/**
 * Marks this process and all that it starts from now on. Where it is marked already it stays so: whoever began that must
 * find it. Nothing is done where the system has no such thing.
 */
export function markInherited(mark: string): void {
  if (process.platform !== 'linux' || isMark(limitOf('self'))) return;
  const limit = String(limitFor(mark));
  const words = ['--pid', String(process.pid), `--rss=${limit}:${limit}`];
  spawnSync('prlimit', words, { stdio: 'ignore', timeout: TIMEOUT_MS });
}

/** Whether a process carries the mark. */
export function hasInherited(pid: number, mark: string): boolean {
  return limitOf(pid) === limitFor(mark);
}

function limitFor(mark: string): bigint {
  const bytes = createHash('sha256')
    .update(mark)
    .digest('hex')
    .slice(0, HASH_BYTES * 2);
  return FIRST + BigInt(`0x${bytes}`);
}

function isMark(limit: bigint | null): boolean {
  return limit !== null && limit >= FIRST && limit < FIRST + COUNT;
}

/** The limit that a process has; null for none, and where it cannot be read. */
function limitOf(pid: number | 'self'): bigint | null {
  try {
    const text = readFileSync(`/proc/${pid}/limits`, 'utf8');
    const [, limit] = /^Max resident set +\d+ +(\d+) /m.exec(text) ?? [];
    return limit === undefined ? null : BigInt(limit);
  } catch {
    // Somebody else's process, or gone.
    return null;
  }
}
