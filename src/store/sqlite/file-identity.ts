/**
 * Whether the files that are open are still the ones that have the names, and nobody else wrote into them.
 *
 * A database whose file was deleted, replaced or cut short goes on writing happily, into a file that nobody can ever
 * read again. What is written there is not durable, so it must not be acknowledged. A look at the file costs
 * microseconds; only where that shows something is the database asked, by whoever opened it.
 */
import { statSync } from 'node:fs';
import { StoreError } from '../store-error.ts';

/** Looks at the files around every change that their owner makes. */
export interface FileWatch {
  /**
   * Before a change: throws when a file is gone, another, or was changed by somebody else. True where somebody did
   * something to it that left all that is known to have been in it.
   */
  check(): boolean;
  /** After a change: throws when a file is gone or another; what the change made of it is remembered. */
  changed(): void;
}

/** What is watched. */
export interface WatchedFiles {
  /** Written to only when its log is brought into it, within a change. */
  readonly database: string;
  /** Written to by every change; never gets shorter while it is in use. */
  readonly log: string;
  /** Whether the database, read anew from the disk, still holds what was last recorded. */
  readonly isWhole: () => boolean;
}

interface Seen {
  readonly identity: string | null;
  readonly size: bigint;
  readonly changedAt: bigint;
}

/** Remembers the files as they are now. */
export function watchFiles({ database, log, isWhole }: WatchedFiles): FileWatch {
  let base = look(database);
  let tail = look(log);
  const requireSame = (): readonly [Seen, Seen] => {
    const now = [look(database), look(log)] as const;
    if (now[0].identity !== base.identity) throw replaced(database);
    if (now[1].identity !== tail.identity) throw replaced(log);
    return now;
  };
  return {
    check: () => {
      const [baseNow, tailNow] = requireSame();
      const isShort = tailNow.size < tail.size;
      const isTouched = baseNow.size !== base.size || baseNow.changedAt !== base.changedAt;
      if (!isShort && !isTouched) return false;
      const isCut = baseNow.size < base.size;
      if (isShort || isCut || !isWhole()) throw overwritten(isShort ? log : database);
      base = baseNow;
      return true;
    },
    changed: () => {
      [base, tail] = requireSame();
    },
  };
}

function look(file: string): Seen {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found === undefined
    ? { identity: null, size: 0n, changedAt: 0n }
    : { identity: `${found.dev}:${found.ino}`, size: found.size, changedAt: found.mtimeNs };
}

function replaced(file: string): StoreError {
  return new StoreError(
    'STORE_UNAVAILABLE',
    `${file} was deleted or replaced while it was in use, so nothing more can be recorded: ` +
      'put it back. A running Tripwire then continues by itself.',
  );
}

function overwritten(file: string): StoreError {
  return new StoreError(
    'STORE_UNAVAILABLE',
    `${file} was cut short or overwritten by another program while it was in use, so nothing more can be ` +
      'recorded: restart Tripwire, which says what is missing and how to continue.',
  );
}
