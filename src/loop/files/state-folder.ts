/**
 * Where the loop keeps its files: `TRIPWIRE_DIR`, else the nearest `.geometry` upwards from where the agent
 * works, else a new one at the root of its repository.
 *
 * An agent changes folders while it works. The search upwards keeps it in one project; so does the root,
 * where without it every folder it visits would get counters of its own.
 */
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { writeWhole } from '../../base/node/whole-file.ts';
import { LoopError } from '../loop-error.ts';
import { COMPACTION_GATE_SCRIPT } from './compaction-gate-script.ts';
import { withLock } from './file-lock.ts';

/** The folder's name in a project. */
const STATE_FOLDER = '.geometry';

/** The file in it that one process at a time holds. */
export const LOCK_FILE = '.lock';

/** The folder of the loop's files. */
export interface StateFolder {
  /** Absolute path. */
  readonly folder: string;
  /** The folder that the agent works on. */
  readonly project: string;
  readonly exists: boolean;
}

/** Finds the folder; it need not exist. */
export function findStateFolder(cwd: string, env: NodeJS.ProcessEnv): StateFolder {
  const chosen = env['TRIPWIRE_DIR'];
  if (chosen !== undefined && chosen !== '') {
    const folder = resolve(cwd, chosen);
    const project = basename(folder) === STATE_FOLDER ? dirname(folder) : resolve(cwd);
    return { folder, project, exists: existsSync(folder) };
  }
  const upwards = foldersUpwards(resolve(cwd));
  const found = upwards.find((one) => existsSync(join(one, STATE_FOLDER)));
  const project = found ?? upwards.find((one) => existsSync(join(one, '.git'))) ?? resolve(cwd);
  return { folder: join(project, STATE_FOLDER), project, exists: found !== undefined };
}

/** Makes the folder where there is none, ignored by git and with the script of the compaction gate in it. */
export function makeStateFolder({ folder, exists }: StateFolder): void {
  if (exists) {
    if (!statSync(folder).isDirectory())
      throw new LoopError(
        'LOOP_UNAVAILABLE',
        `${folder} is not a folder; remove it or set TRIPWIRE_DIR`,
      );
    return;
  }
  mkdirSync(join(folder, 'hooks'), { recursive: true });
  writeWhole(join(folder, '.gitignore'), '*\n');
  writeWhole(join(folder, 'hooks', 'compaction-gate-enforcement.sh'), COMPACTION_GATE_SCRIPT, {
    mode: 0o755,
  });
}

function foldersUpwards(from: string): readonly string[] {
  const parent = dirname(from);
  return parent === from ? [from] : [from, ...foldersUpwards(parent)];
}

/** Does the work while no hook and no command changes the folder. */
export function underStateLock<Value>(
  { folder }: Pick<StateFolder, 'folder'>,
  work: () => Value | Promise<Value>,
): Promise<Value> {
  return withLock(join(folder, LOCK_FILE), work);
}
