/** Reads small files of text that may not be there. */
import { readFileSync } from 'node:fs';
import { errorCode } from '../error-words.ts';

/** The text of a file; null when there is none of that name. Throws when it is there and cannot be read. */
export function textIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}

/** The text of a file; null when it cannot be read, for whatever reason. */
export function textIfReadable(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
