/**
 * What the user who runs this may do with a file: whose it is, and whether it can be read or changed.
 *
 * A file is changed by writing to it, and also by putting another one in its place, for which a right on any folder
 * above it is enough. So the whole way to it is looked at, and to where a link leads.
 */
import { accessSync, constants, realpathSync, statSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { userText } from './users.ts';

/** A file or folder as this user finds it. */
export interface Reach {
  readonly path: string;
  /** False where it is not there, or is out of this user's sight. */
  readonly found: boolean;
  /** In words; null where it was not found. */
  readonly owner: string | null;
  /** In octal digits; null where it was not found. */
  readonly mode: string | null;
  readonly readable: boolean;
  /** It can be written, replaced, removed, or made where it is missing. */
  readonly changeable: boolean;
}

const PERMISSIONS = 0o777;
const STICKY = 0o1000;

/** Looks at one path. */
export function reachOf(path: string): Reach {
  const found = statOf(path);
  return {
    path,
    found: found !== null,
    owner: found === null ? null : userText(found.uid),
    mode: found === null ? null : (found.mode & PERMISSIONS).toString(8),
    readable: mayAccess(path, constants.R_OK),
    changeable: isChangeable(path) || isChangeable(realPath(path)),
  };
}

function isChangeable(path: string): boolean {
  if (mayAccess(path, constants.W_OK)) return true;
  for (let child = path; dirname(child) !== child; child = dirname(child)) {
    if (mayReplace(dirname(child), child)) return true;
  }
  return false;
}

/** Whether what a folder holds under a name can be moved away, or made where nothing is. */
function mayReplace(folder: string, child: string): boolean {
  if (!mayAccess(folder, constants.W_OK | constants.X_OK)) return false;
  const [above, below] = [statOf(folder), statOf(child)];
  const own = process.getuid?.();
  // In a folder such as /tmp only their owners move files.
  const isSticky = above !== null && (above.mode & STICKY) !== 0;
  return !isSticky || below === null || own === 0 || below.uid === own || above.uid === own;
}

function mayAccess(path: string, how: number): boolean {
  try {
    accessSync(path, how);
    return true;
  } catch {
    return false;
  }
}

function statOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
