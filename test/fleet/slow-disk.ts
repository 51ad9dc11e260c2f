/**
 * A disk that takes its time, for real programs: a library between a program and the system, which waits before each
 * `fsync` and `fdatasync` as long as a file says.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../kit/temporary-folder.ts';

const SOURCE = fileURLToPath(new URL('slow-disk.c', import.meta.url));
/** Read and search, for the user of the database, too. */
const FOR_ALL = 0o755;

/** A disk whose slowness can be set while programs use it. */
export interface SlowDisk {
  /** Start a program with these in its environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Every write to the disk takes this much longer from now on. */
  delayMs(ms: number): void;
}

/** Builds the library; it needs a C compiler, as Node's own addons do. */
export function slowDisk(): SlowDisk {
  const folder = temporaryFolder('slow-disk');
  chmodSync(folder, FOR_ALL);
  const [library, file] = [join(folder, 'slow-disk.so'), join(folder, 'delay')];
  const built = spawnSync('cc', ['-shared', '-fPIC', '-O2', '-o', library, SOURCE, '-ldl'], {
    encoding: 'utf8',
  });
  if (built.status !== 0) {
    throw new Error(`a slow disk needs a C compiler: ${built.error?.message ?? built.stderr}`);
  }
  const delayMs = (ms: number) => writeFileSync(file, `${ms}\n`);
  delayMs(0);
  return { env: { LD_PRELOAD: library, SLOW_DISK_FILE: file }, delayMs };
}
