/**
 * Reads the files of a client's configuration without trusting them: a bounded amount, of regular files, without
 * waiting.
 *
 * Links are followed, because people keep settings in other folders and CLAUDE.md is often a link to AGENTS.md; what
 * counts is the text that the client would read. A pipe or a device in that place is not waited for, and a folder that
 * leads back to itself is entered once.
 */
import { readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../../base/error-words.ts';
import { readTextSafely, UnsafeFileError } from '../../base/node/safe-file.ts';

const FILE_BYTES_MAX = 8_388_608;
const FOLDER_FILES_MAX = 1_000;
const FOLDER_DEPTH_MAX = 6;

/** A text, null where there is none, or why it cannot be known. */
export type IdentityText = { readonly text: string | null } | { readonly problem: string };

/** Reads one file. */
export function identityText(file: string): IdentityText {
  try {
    return { text: readTextSafely(file, { bytesMax: FILE_BYTES_MAX, followsLinks: true }) };
  } catch (error) {
    return { problem: problemOf(error) };
  }
}

/** The files below a folder whose names match, relative to it and in order; or why that cannot be known. */
export function filesBelow(
  folder: string,
  named: RegExp,
): readonly string[] | { readonly problem: string } {
  const found: string[] = [];
  const entered = new Set<string>();
  const walk = (below: string, depth: number): void => {
    const here = realpathSync(join(folder, below));
    if (entered.has(here)) return;
    entered.add(here);
    if (depth > FOLDER_DEPTH_MAX) throw new Error(`more than ${FOLDER_DEPTH_MAX} folders deep`);
    for (const name of readdirSync(here).toSorted()) {
      const isFolder = statSync(join(here, name), { throwIfNoEntry: false })?.isDirectory();
      if (isFolder === true && name !== 'node_modules') walk(join(below, name), depth + 1);
      else if (isFolder === false && named.test(name)) found.push(join(below, name));
    }
    if (found.length > FOLDER_FILES_MAX) throw new Error(`more than ${FOLDER_FILES_MAX} files`);
  };
  try {
    walk('', 1);
    return found;
  } catch (error) {
    return isMissing(error) ? [] : { problem: problemOf(error) };
  }
}

function isMissing(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function problemOf(error: unknown): string {
  if (error instanceof UnsafeFileError) {
    return error.kind === 'too-large' ? `more than ${FILE_BYTES_MAX} bytes` : 'not a file';
  }
  return errorCode(error) ?? (error instanceof Error ? error.message : 'cannot be read');
}
