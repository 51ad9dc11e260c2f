import { expect, test } from 'vitest';
import { checkExports } from './check-exports.ts';
import { parseSource } from './source-file.ts';

function count(text: string, path = 'src/core/a.ts'): number {
  return checkExports(parseSource(path, text)).length;
}

test.each([
  'export default 1;',
  'const a = 1; export { a as default };',
  "export { default } from './b.ts';",
  "export * from './b.ts';",
  "export * as b from './b.ts';",
  "export type * from './b.ts';",
])('found: %s', (text) => {
  expect(count(text)).toBe(1);
  expect(count(text, 'vitest.config.ts')).toBe(0);
});

test.each(['export const a = 1;', "export { a, type B } from './b.ts';", 'export function f() {}'])(
  'not found: %s',
  (text) => {
    expect(count(text)).toBe(0);
  },
);
