/** A folder is a thing: none of `src` holds more files than a screen shows. */
import { posix } from 'node:path';
import { filesInFolder } from './rules.ts';
import type { Problem } from './source-file.ts';

export function checkFolders(paths: readonly string[]): Problem[] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    if (!path.startsWith('src/')) continue;
    const folder = posix.dirname(path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > filesInFolder)
    .map(([file, count]) => ({
      file,
      line: 1,
      message: `${count} files; more than ${filesInFolder} are several things, so make folders of them`,
    }));
}
