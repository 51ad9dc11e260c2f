/**
 * What `npm start` installs is enough to build what it starts, and no more than that: every package that the scripts of the
 * build and the dashboard import is in the list, and every one in the list is imported.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { BUILD_PACKAGES, startManifest } from '../../scripts/start-packages.mjs';
import { listFiles } from '../tidy/list-files.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const manifest = JSON.parse(read('package.json')) as {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
};
const lock = JSON.parse(read('package-lock.json')) as {
  readonly packages: Readonly<Record<string, { readonly version: string }>>;
};

interface Start {
  readonly manifest: { readonly dependencies: Readonly<Record<string, string>> };
  readonly lock: {
    readonly packages: Readonly<Record<string, { readonly dependencies?: unknown }>>;
  };
}

/** The scripts that `npm start` runs before the program. */
const BUILDS = ['scripts/build-hook.ts', 'scripts/build-program.ts', 'scripts/build-web.ts'];
/** Named by no import: what runs everything. */
const NOT_IMPORTED = ['node'];

/** What a file imports, in a script or a style sheet. */
function importsOf(path: string): readonly string[] {
  const said = /(?:from|import|@import|@plugin)\s*\(?\s*['"]([^'"\n]+)['"]/g;
  return [...read(path).matchAll(said)].map(([, name = '']) => name);
}

/** Packages that files import, and those that the files beside them import. */
function packagesOf(entries: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const files = new Set(entries);
  for (const file of files) {
    for (const name of importsOf(file)) {
      const beside = join(dirname(file), name);
      if (name.startsWith('.')) {
        if (beside.startsWith('scripts/') && /\.m?[jt]s$/.test(beside)) files.add(beside);
      } else if (!name.startsWith('node:')) {
        found.add(
          name
            .split('/')
            .slice(0, name.startsWith('@') ? 2 : 1)
            .join('/'),
        );
      }
    }
  }
  return found;
}

const web = listFiles(ROOT).filter((path) => /^web\/.*\.(?:tsx?|css)$/.test(path));
const imported = packagesOf([...BUILDS, ...web]);

test('every package that is imported there is installed', () => {
  const installed = new Set([...BUILD_PACKAGES, ...Object.keys(manifest.dependencies)]);
  expect([...imported].filter((name) => !installed.has(name))).toEqual([]);
});

test('every package in the list is imported there', () => {
  const idle = BUILD_PACKAGES.filter((name) => !imported.has(name) && !NOT_IMPORTED.includes(name));
  expect(idle).toEqual([]);
});

test('versions are those of the development packages, and the lock is asked for the same', () => {
  const start: Start = startManifest(manifest, lock);
  for (const name of BUILD_PACKAGES) {
    const version = manifest.devDependencies[name];
    expect(version, name).toBeDefined();
    expect(start.manifest.dependencies[name], name).toBe(version);
    expect(lock.packages[`node_modules/${name}`]?.version, name).toBe(version);
  }
  expect(start.lock.packages['']?.dependencies).toEqual(start.manifest.dependencies);
  expect(start.manifest).not.toHaveProperty('devDependencies');
});
