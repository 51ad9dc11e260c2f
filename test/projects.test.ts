/**
 * Every test belongs to one project: one that belonged to none would never run, one in two would run twice.
 */
import { join, matchesGlob } from 'node:path';
import { expect, test } from 'vitest';
import { TEST_PROJECTS } from './projects.ts';
import { listFiles } from './tidy/list-files.ts';

const tests = listFiles(join(import.meta.dirname, '..')).filter((path) => path.endsWith('.test.ts'));
const matches = (path: string, globs: readonly string[] = []) =>
  globs.some((glob) => matchesGlob(path, glob));

test('every test file is in exactly one project', () => {
  const wrong = tests
    .map((path) => ({
      path,
      projects: TEST_PROJECTS.filter(
        ({ include, exclude }) => matches(path, include) && !matches(path, exclude),
      ).map(({ name }) => name),
    }))
    .filter(({ projects }) => projects.length !== 1);
  expect(tests.length).toBeGreaterThan(100);
  expect(wrong).toEqual([]);
});

test('no project names a file that is gone', () => {
  const named = TEST_PROJECTS.flatMap(({ include, exclude = [] }) => [...include, ...exclude]);
  expect(named.filter((glob) => !tests.some((path) => matchesGlob(path, glob)))).toEqual([]);
});
