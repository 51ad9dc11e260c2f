/**
 * Whether something stands under a name, such as a file by which a person stops agents.
 *
 * A link that leads nowhere, a pipe or a folder is there as much as a file; and where it cannot be told, it is: whoever
 * made it unreadable must not lift a stop by that.
 */
import { lstatSync } from 'node:fs';
import { errorCode } from '../error-words.ts';

/** False only when nothing of that name is there. */
export function standsThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    return errorCode(error) !== 'ENOTDIR';
  }
}
