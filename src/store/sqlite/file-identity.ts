/**
 * Whether the files that are open are still the ones that have the names.
 *
 * A database whose file was deleted or replaced goes on writing happily, into a file that nobody can
 * ever open again. What is written there is not durable, so it must not be acknowledged.
 */
import { statSync } from 'node:fs';
import { StoreError } from '../store-error.ts';

/** Throws when one of the files is gone or another. */
export type IdentityCheck = () => void;

/** Remembers which files these are now. */
export function rememberFiles(files: readonly string[]): IdentityCheck {
  const before = files.map(identity);
  return () => {
    for (const [index, file] of files.entries()) {
      if (identity(file) !== before[index]) throw replaced(file);
    }
  };
}

function identity(file: string): string | null {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev}:${found.ino}`;
}

function replaced(file: string): StoreError {
  return new StoreError(
    'STORE_UNAVAILABLE',
    `${file} was deleted or replaced while it was in use, so nothing more can be recorded: ` +
      'put it back, or restart Tripwire to begin with what is there now.',
  );
}
