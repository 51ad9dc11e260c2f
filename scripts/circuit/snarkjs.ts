/**
 * Runs snarkjs as a program of its own. It is GPL, so it is a tool beside this repository and no part of the package.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './build.ts';

const PROGRAM = join(ROOT, 'node_modules/snarkjs/build/cli.cjs');

/** Runs one command; throws with what it said unless it succeeded. */
export function snarkjs(...args: readonly string[]): string {
  return snarkjsTold('', ...args);
}

/** The same, with an answer to what it asks. */
export function snarkjsTold(answer: string, ...args: readonly string[]): string {
  if (!existsSync(PROGRAM)) throw new Error('snarkjs is not installed: npm install');
  const ran = spawnSync(process.execPath, [PROGRAM, ...args], { encoding: 'utf8', input: answer });
  const said = `${ran.stdout}${ran.stderr}`;
  // It answers 0 to some failures, and says them in words.
  if (ran.status !== 0 || /\[ERROR\]|INVALID/u.test(said)) {
    throw new Error(`snarkjs ${args.slice(0, 2).join(' ')} failed:\n${said}`);
  }
  return said;
}
