/**
 * What Node compiles of this program is kept in the data folder for the next start: `tripwire stop` spends most of its
 * time on starting.
 *
 * Only where nobody else can write, because whoever can write there decides what runs. A command that finds no data
 * folder makes none.
 */
import { lstatSync, statSync, type Stats } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import type { Environment } from '../base/environment.ts';
import { dataFolder } from '../base/node/data-folder.ts';

const WRITABLE_BY_OTHERS = 0o022;
const ABSENT = { throwIfNoEntry: false } as const;

/** From here on; what is loaded already is not kept. Without a place for it the program is slower, and no more. */
export function keepCompiled(env: Environment): void {
  const data = dataFolder(env);
  const folder = join(data, 'compiled-modules');
  const found = lstatSync(folder, ABSENT);
  if (isPrivate(statSync(data, ABSENT)) && (found === undefined || isPrivate(found))) {
    enableCompileCache(folder);
  }
}

/** Elsewhere than on Unix files have no owners. */
function isPrivate(found: Stats | undefined): boolean {
  return (
    found?.isDirectory() === true &&
    found.uid === process.getuid?.() &&
    (found.mode & WRITABLE_BY_OTHERS) === 0
  );
}
