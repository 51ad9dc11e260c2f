/**
 * Where Tripwire keeps a person's journal, token and settings on this machine: `TRIPWIRE_DATA`, else `~/.tripwire`.
 *
 * Everything that talks to a running server finds it through this folder, so all of them must agree on it.
 */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Environment } from '../environment.ts';

/** The data folder, as an absolute path. */
export function dataFolder(env: Environment, home: string = homeOf(env)): string {
  return resolve(withHome(env['TRIPWIRE_DATA'] || join(home, '.tripwire'), home));
}

/** The person's home folder. */
export function homeOf(env: Environment): string {
  return env['HOME'] || homedir();
}

/** The path, with `~` at its start replaced: a shell does that only where the path is not quoted. */
export function withHome(path: string, home: string): string {
  return path === '~' || path.startsWith('~/') ? join(home, path.slice(1)) : path;
}
