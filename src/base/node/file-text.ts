/**
 * Reads small files of text that may not be there. Links are followed, because people keep settings in other folders;
 * what agents can write to is read with `safe-file.ts` and follows none.
 */
import { readTextSafely } from './safe-file.ts';

/** The text of a file; null when there is none of that name. Throws when it is there and cannot be read. */
export function textIfThere(file: string): string | null {
  return readTextSafely(file, { followsLinks: true });
}

/** The text of a file; null when it cannot be read, for whatever reason. */
export function textIfReadable(file: string): string | null {
  try {
    return textIfThere(file);
  } catch {
    return null;
  }
}
