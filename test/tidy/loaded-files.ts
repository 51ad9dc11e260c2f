/** What starting at one file loads before its first line runs: files of ours, and npm packages. */
import { readFileSync } from 'node:fs';
import { importedModules, resolveRelative } from './imported-modules.ts';
import { parseSource } from './source-file.ts';

export interface Loaded {
  /** Paths relative to the repository, the start among them. */
  readonly files: readonly string[];
  /** Names of npm packages, without what is taken from inside them. */
  readonly packages: readonly string[];
}

/** Follows every import that remains at run time; `import()` is not followed, it loads later. */
export function loadedFrom(root: string, start: string): Loaded {
  const files = new Set([start]);
  const packages = new Set<string>();
  for (const path of files) {
    const source = parseSource(path, readFileSync(`${root}/${path}`, 'utf8'));
    for (const { specifier, typeOnly, deferred } of importedModules(source)) {
      if (specifier === undefined || typeOnly || deferred) continue;
      if (specifier.startsWith('.')) files.add(resolveRelative(path, specifier));
      else if (!specifier.startsWith('node:')) {
        packages.add(specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'));
      }
    }
  }
  return { files: [...files], packages: [...packages] };
}
