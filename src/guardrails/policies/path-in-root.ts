/**
 * Where a written path points, before any link is followed.
 *
 * An agent writes paths in its own way: relative, absolute, or as its sandbox shows them (below the mount point).
 * What the tool that gets the path could read in two ways is refused, because the check and the tool might choose
 * differently.
 */
import { isAbsolute, join, normalize, relative, sep } from 'node:path';
import { TripwireError } from '../../core/index.ts';

/** What paths are read against. */
export interface PathFrame {
  /** Canonical and absolute. */
  readonly root: string;
  /** How the agent's tools see the root; null when they see it where it is. */
  readonly mountPoint: string | null;
}

const PATH_CHARACTERS_MAX = 4096;

/** The refusal of a path. */
export function pathRefused(path: string, problem: string): TripwireError {
  const shown = JSON.stringify(path.slice(0, 200));
  return new TripwireError('PATH_REFUSED', `path ${shown} ${problem}`, 'path');
}

/** The absolute path that is meant; `..` and links are still in it. */
export function placeInFrame({ root, mountPoint }: PathFrame, path: string): string {
  if (path === '') throw pathRefused(path, 'is empty; name a file');
  if (path.includes('\0')) throw pathRefused(path, 'contains a NUL character');
  if (path.length > PATH_CHARACTERS_MAX) {
    throw pathRefused(
      path,
      `has ${path.length} characters; at most ${PATH_CHARACTERS_MAX} are read`,
    );
  }
  if (/^~[^/\\]*([/\\]|$)/.test(path)) {
    throw pathRefused(path, 'begins with ~, which some tools expand and some do not; write it out');
  }
  if (/^file:/i.test(path)) throw pathRefused(path, 'is a URL; write it as a path');
  if (!isAbsolute(path)) return joined(root, path);
  if (mountPoint === null) return path;
  const rest = below(mountPoint, path);
  if (rest !== null) return joined(root, rest);
  if (below(mountPoint, normalize(path)) === null) return path;
  throw pathRefused(path, `reaches the mount point ${mountPoint} by a detour; write it directly`);
}

/** Whether an absolute, normalised path is the folder or lies below it. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** Whether the path has a step upwards in it. */
export function stepsUp(path: string): boolean {
  return path.split(/[/\\]/).includes('..');
}

/** Joined as written: `..` must stay, because behind a link it means another folder. */
function joined(root: string, rest: string): string {
  return rest === '' ? root : `${root}${root.endsWith(sep) ? '' : sep}${rest}`;
}

/** What follows the folder in a path as it is written, or null when the path does not begin with it. */
function below(folder: string, path: string): string | null {
  const wanted = folder.split('/').filter((part) => part !== '');
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  if (!wanted.every((part, index) => parts[index] === part)) return null;
  return parts.slice(wanted.length).join('/');
}

/** A mount point as it may be used: absolute, and neither inside the root nor around it. */
export function checkedMountPoint(root: string, mountPoint: string | undefined): string | null {
  if (mountPoint === undefined) return null;
  const folder = join(mountPoint, '.').replace(/(?<=.)[/\\]$/, '');
  if (!isAbsolute(mountPoint) || stepsUp(mountPoint)) {
    throw pathRefused(mountPoint, 'cannot be a mount point; it must be absolute and without ..');
  }
  if (folder === root) return null;
  if (isWithin(folder, root) || isWithin(root, folder)) {
    const words = `cannot be the mount point of ${root}: one lies inside the other, so a path could mean two files`;
    throw pathRefused(mountPoint, words);
  }
  return folder;
}
