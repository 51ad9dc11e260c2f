/**
 * What a working tree looks like, in one hash: the commit, and what differs from it.
 *
 * For unattended work alone, where a turn that changes nothing is a failure.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';

const GIT_TIMEOUT_MS = 1_500;
const OUTPUT_BYTES_MAX = 8_388_608;

/** The hash; null outside of a repository, or when git takes too long. */
export function workingTree(project: string): string | null {
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-C', project, ...args], {
      timeout: GIT_TIMEOUT_MS,
      maxBuffer: OUTPUT_BYTES_MAX,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  try {
    const parts = [git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('diff', 'HEAD')];
    const hash = createHash('sha256');
    for (const part of parts) hash.update(part).update('\0');
    return hash.digest('hex').slice(0, 16);
  } catch {
    return null;
  }
}
