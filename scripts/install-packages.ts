/**
 * Installs Debian's packages for what the tests need, without asking questions.
 */
import { spawnSync } from 'node:child_process';

/** For whom, and what a person does where it cannot be had. */
export interface PackageNeed {
  /** The environment in which apt-get is found and run. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly need: string;
  readonly remedy: string;
}

/** Installs them, or throws with what to do. */
export function installPackages(
  names: readonly string[],
  { env: given, need, remedy }: PackageNeed,
): void {
  const env = { ...given, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...names]]) {
    const { status, stderr, error } = spawnSync('apt-get', args, { env, encoding: 'utf8' });
    if (error !== undefined) {
      throw new Error(`${need}, and apt-get cannot be run here (${error.message}). ${remedy}`);
    }
    if (status !== 0) {
      const words = stderr.trim() === '' ? 'it said nothing' : stderr.trim();
      throw new Error(
        `apt-get ${args.join(' ')} ended with ${String(status)}: ${words}\n${remedy}`,
      );
    }
  }
}
