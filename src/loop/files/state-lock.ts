/**
 * The lock of a project's folder, for whoever changes something there besides the hooks.
 */
import { join } from 'node:path';
import { withLock } from './file-lock.ts';
import { LOCK_FILE, type StateFolder } from './state-folder.ts';

/** Does the work while no hook and no command changes the folder. */
export function underStateLock<Value>(
  { folder }: Pick<StateFolder, 'folder'>,
  work: () => Value | Promise<Value>,
): Promise<Value> {
  return withLock(join(folder, LOCK_FILE), work);
}
