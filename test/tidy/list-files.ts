/** Lists the files of the repository that people write. */
import { readdirSync } from 'node:fs';
import { skippedFolders } from './rules.ts';

/** Paths relative to `root`, with `/`, in a stable order. */
export function listFiles(root: string, folder = ''): string[] {
  const entries = readdirSync(`${root}/${folder}`, { withFileTypes: true });
  return entries
    .filter(({ name }) => !skippedFolders.includes(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) return listFiles(root, path);
      return entry.isFile() ? [path] : [];
    });
}

export function isUnder(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => path.startsWith(folder.endsWith('/') ? folder : `${folder}/`));
}
