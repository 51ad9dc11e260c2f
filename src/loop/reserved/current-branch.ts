/**
 * The branch that a folder's repository is on, from its files: a push that names none goes there.
 */
import { dirname, join, resolve } from 'node:path';
import { identityText } from '../identity/identity-file.ts';

/** The branch; null when there is no repository, no branch, or it cannot be read. */
export function currentBranch(folder: string): string | null {
  const repository = repositoryOf(resolve(folder));
  if (repository === null) return null;
  return /^ref: refs\/heads\/(\S+)\s*$/.exec(fileText(join(repository, 'HEAD')) ?? '')?.[1] ?? null;
}

/** The folder with HEAD in it. A worktree has a file there that names it. */
function repositoryOf(folder: string): string | null {
  const here = join(folder, '.git');
  if (fileText(join(here, 'HEAD')) !== null) return here;
  const elsewhere = /^gitdir: (.+?)\s*$/.exec(fileText(here) ?? '')?.[1];
  if (elsewhere !== undefined) return resolve(folder, elsewhere);
  const above = dirname(folder);
  return above === folder ? null : repositoryOf(above);
}

function fileText(file: string): string | null {
  const read = identityText(file);
  return 'text' in read ? read.text : null;
}
