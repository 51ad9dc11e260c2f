/**
 * Whether a client is on the PATH, and its version, without running it: a program that is only looked at cannot do
 * anything.
 */
import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import type { Environment } from '../base/environment.ts';
import { readSettings, textAt } from './settings-file.ts';

/** A program that was found. */
export interface Installed {
  readonly path: string;
  /** Null where nothing beside the program tells it. */
  readonly version: string | null;
}

/** A package keeps its program at most this many folders below its `package.json`. */
const FOLDERS_UP_MAX = 4;
const VERSION = /^\d+\.\d+\.\d+[\w.+-]*$/;
/** How Windows spells programs that npm installs. */
const WINDOWS_ENDINGS = ['.exe', '.cmd'];

/** The first program of this name on the PATH; null when there is none. */
export function installedClient(
  program: string,
  packageName: string,
  env: Environment,
): Installed | null {
  const endings = process.platform === 'win32' ? WINDOWS_ENDINGS : [''];
  for (const folder of (env['PATH'] ?? '').split(delimiter)) {
    // A relative entry means another folder in every shell.
    if (!isAbsolute(folder)) continue;
    for (const ending of endings) {
      const path = join(folder, `${program}${ending}`);
      if (isProgram(path)) return { path, version: versionOf(path, packageName) };
    }
  }
  return null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function versionOf(path: string, packageName: string): string | null {
  const real = realpathSync(path);
  // One installer without npm keeps each version as a file of that name.
  const named = /\/versions\/([^/]+)$/.exec(real.replaceAll('\\', '/'))?.[1] ?? '';
  if (VERSION.test(named)) return named;
  let folder = dirname(real);
  for (let up = 0; up < FOLDERS_UP_MAX; up += 1) {
    const { value } = readSettings(join(folder, 'package.json'), 'package.json');
    const version = textAt(value, 'version') ?? '';
    if (textAt(value, 'name') === packageName && VERSION.test(version)) return version;
    folder = dirname(folder);
  }
  return null;
}
