import { expect, test } from 'vitest';
import { checkText } from './check-text.ts';

test.each([
  ['src/core/a.ts', '// TODO: later'],
  ['test/a.test.ts', '// FIXME'],
  ['docs/guide.md', 'See /work/main/README.md.'],
  ['.ci/run', 'cd /work/main'],
  ['package-lock.json', '"resolved": "https://registry.npmjs.org/yaml"'],
])('%s: %s is found', (path, text) => {
  const problems = checkText(path, `first line\n${text}\n`);
  expect(problems).toHaveLength(1);
  expect(problems[0]?.line).toBe(2);
});

test.each([
  ['src/core/a.ts', 'export const todoList = 1;'],
  ['docs/guide.md', 'the TODO file of an agent; ~/work/project; https://example.org/work/plan'],
  ['test/tidy/rules.ts', '/work/ TODO'],
])('%s: %s is not', (path, text) => {
  expect(checkText(path, text)).toEqual([]);
});
