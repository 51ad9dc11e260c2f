/**
 * A copy of the working tree in a temporary folder, where faults can be planted.
 * The tree itself is never touched: a planter that is killed half-way must not leave a broken gate
 * behind in somebody's editor.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { cp, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childEnvironment } from './child-environment.ts';

export interface WorkingCopy {
  readonly root: string;
  dispose(): Promise<void>;
}

const NEVER_COPIED = new Set(['.git', 'coverage', 'dist', 'node_modules']);

export async function createWorkingCopy(root: string): Promise<WorkingCopy> {
  // Test runners report real paths; a copy behind a symlinked /tmp would not be recognised in them.
  const copy = await realpath(await mkdtemp(join(tmpdir(), 'tripwire-faults-')));
  const dispose = (): Promise<void> => rm(copy, { recursive: true, force: true });
  try {
    for (const file of workingFiles(root)) {
      await cp(join(root, file), join(copy, file), { recursive: true, verbatimSymlinks: true });
    }
    await symlink(await realpath(join(root, 'node_modules')), join(copy, 'node_modules'));
  } catch (error) {
    await dispose();
    throw error;
  }
  return { root: copy, dispose };
}

/** The files that make up the tree: tracked, or new and not ignored. */
export function workingFiles(root: string): string[] {
  const files = filesKnownToGit(root) ?? filesOnDisk(root);
  // A tracked file may have been deleted since.
  return files.filter((file) => lstatSync(join(root, file), { throwIfNoEntry: false }));
}

function filesKnownToGit(root: string): string[] | undefined {
  if (!existsSync(join(root, '.git'))) return undefined;
  try {
    const list = execFileSync(
      'git',
      ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
      { cwd: root, env: childEnvironment(root), encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
    );
    // `node_modules/` in .gitignore does not cover a symlink of that name.
    const files = new Set(list.split('\0'));
    return [...files].filter((file) => file !== '' && file !== 'node_modules');
  } catch (error) {
    // A machine without git can still plant faults, if less sharply.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** For a tree that was downloaded without its history. */
function filesOnDisk(root: string, folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (NEVER_COPIED.has(entry.name)) return [];
    return entry.isDirectory() ? filesOnDisk(root, path) : [path];
  });
}
