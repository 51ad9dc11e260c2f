/**
 * Reads which names the package offers to its users, subpath by subpath. The index files name every export one by one
 * (the tidy rules forbid `export *`), so their text is the whole truth, types included.
 */
import { readFileSync } from 'node:fs';
import { parseSource } from '../tidy/source-file.ts';

export interface Entry {
  /** As users write it: `agent-tripwire/core`. */
  readonly specifier: string;
  /** The source file behind it, relative to the repository. */
  readonly source: string;
}

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | { readonly default: string }>>;
}

/** The public entries of package.json, with the built files mapped back to their source. */
export function publicEntries(root: string): Entry[] {
  const manifest = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as Manifest;
  return Object.entries(manifest.exports).flatMap(([subpath, target]) => {
    const built = typeof target === 'string' ? target : target.default;
    if (!built.startsWith('./dist/')) return [];
    return {
      specifier: `${manifest.name}${subpath.slice(1)}`,
      source: built.replace('./dist/', 'src/').replace(/\.js$/, '.ts'),
    };
  });
}

export interface Names {
  readonly values: readonly string[];
  readonly types: readonly string[];
}

export function exportedNames(root: string, source: string): Names {
  const file = parseSource(source, readFileSync(`${root}/${source}`, 'utf8'));
  const entries = file.module.staticExports.flatMap((statement) => statement.entries);
  const names = (isType: boolean): string[] =>
    entries.flatMap((e) => (e.isType === isType ? (e.exportName.name ?? []) : [])).toSorted();
  return { values: names(false), types: names(true) };
}

/** The surface as the text that is kept in `api.txt`. */
export function surfaceText(root: string): string {
  const parts = publicEntries(root).map(({ specifier, source }) => {
    const { values, types } = exportedNames(root, source);
    const lines = [...values.map((n) => `  value ${n}`), ...types.map((n) => `  type  ${n}`)];
    return [specifier, ...lines, ''].join('\n');
  });
  return parts.join('\n');
}
