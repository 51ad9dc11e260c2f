/**
 * The few reads of the working tree that the requirement checks need.
 * Kept in one place so that the checks themselves stay pure and every caller looks at the same files.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { SourceFile } from './citations.ts';
import type { IsOutside } from './coverage-problems.ts';
import { importsOnce, loadedInside, userDoors } from './outside.ts';

/** Where tests live; a test elsewhere would neither run nor count. */
const TEST_FILES = ['src/**/*.test.ts', 'test/**/*.test.ts', 'spec/**/*.test.ts'];

export function readTestFiles(root: string): SourceFile[] {
  const paths = globSync(TEST_FILES, { cwd: root }).map((path) => path.split(sep).join('/'));
  return paths.toSorted().map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

export function readIfPresent(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** Tells the tests that enter where a user enters from the others. */
export function outsideTests(root: string): IsOutside {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly exports?: Parameters<typeof userDoors>[0]['exports'];
  };
  const doors = userDoors({ exports: manifest.exports ?? {} });
  const importsOf = importsOnce((path) => readIfPresent(join(root, path)));
  return (file) => loadedInside(file, doors, importsOf).length === 0;
}
