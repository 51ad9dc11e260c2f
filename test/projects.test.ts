/**
 * Every test belongs to one project: one that belonged to none would never run, one in two would run twice.
 */
import { readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { expect, test } from 'vitest';
import { longFormFiles } from './long-forms.ts';
import { longestRank } from './longest-first.ts';
import { LONG_FILES, TEST_PROJECTS, type TestProject } from './projects.ts';
import { listFiles } from './tidy/list-files.ts';

const ROOT = join(import.meta.dirname, '..');

const tests = listFiles(ROOT).filter((path) => path.endsWith('.test.ts'));
const matches = (path: string, globs: readonly string[] = []) =>
  globs.some((glob) => matchesGlob(path, glob));
const isIn = (path: string, { include, exclude }: TestProject) =>
  matches(path, include) && !matches(path, exclude);

test('every test file is in exactly one project', () => {
  const wrong = tests
    .map((path) => ({
      path,
      projects: TEST_PROJECTS.filter((project) => isIn(path, project)).map(({ name }) => name),
    }))
    .filter(({ projects }) => projects.length !== 1);
  expect(tests.length).toBeGreaterThan(100);
  expect(wrong).toEqual([]);
});

test('what starts the command is in the project of processes, or is a proof or needs a browser or a database', () => {
  const starts = tests.filter((path) =>
    /\/run(?:ning)?-tripwire\.ts'/.test(readFileSync(join(ROOT, path), 'utf8')),
  );
  const small = TEST_PROJECTS.filter(
    ({ name }) => !['process', 'fleet', 'proof', 'browser'].includes(name),
  );
  expect(starts.length).toBeGreaterThan(10);
  const misplaced = starts.filter((path) => small.some((project) => isIn(path, project)));
  expect(misplaced, 'put them into PROCESS_FILES of test/projects.ts').toEqual([]);
});

test('no project names a file that is gone', () => {
  const named = TEST_PROJECTS.flatMap(({ include, exclude = [] }) => [...include, ...exclude]);
  expect(named.filter((glob) => !tests.some((path) => matchesGlob(path, glob)))).toEqual([]);
});

test('what npm test takes a sample of is a test, and continuous integration runs it as a whole', () => {
  const sampled = longFormFiles(ROOT);
  expect(sampled).toEqual(
    expect.arrayContaining(['test/families/families.test.ts', 'test/serve/older-journal.test.ts']),
  );
  expect(sampled.filter((path) => !tests.includes(path))).toEqual([]);
  expect(readFileSync(join(ROOT, '.ci/run'), 'utf8')).toMatch(/^npm run test:long-forms$/m);
});

test('the files that take long are there, and come before the others', () => {
  expect(LONG_FILES.filter((path) => !tests.includes(path))).toEqual([]);
  const [first = '', second = ''] = LONG_FILES;
  expect(longestRank(first)).toBeLessThan(longestRank(second));
  expect(longestRank(second)).toBeLessThan(longestRank('test/projects.test.ts'));
});
