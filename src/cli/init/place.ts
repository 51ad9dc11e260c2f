/**
 * Where `tripwire init` looks: the home, /etc and the PATH, all below a root that a person may choose.
 *
 * With a root of its own an image can be prepared and a test can be run without touching the machine's own clients.
 */
import { homedir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';

/** Every path stands below the root. */
export interface InitPlace {
  readonly home: string;
  readonly etc: string;
  /** As the variable PATH is written. */
  readonly path: string;
  /** The folder that a variable names; null when it is not set. */
  readonly folderIn: (variable: string) => string | null;
}

/** The place below a root; undefined stands for the machine itself. */
export function placeBelow(root: string | undefined): InitPlace {
  const below = (path: string) => (root === undefined ? path : join(resolve(root), path));
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return {
    home: below(homedir()),
    etc: below('/etc'),
    path: folders.map(below).join(delimiter),
    folderIn: (variable) => {
      const value = process.env[variable];
      return value ? below(resolve(value)) : null;
    },
  };
}
