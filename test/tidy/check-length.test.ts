import { expect, test } from 'vitest';
import { checkLength } from './check-length.ts';
import { limits } from './rules.ts';
import { parseSource } from './source-file.ts';

function messages(path: string, text: string): string[] {
  return checkLength(parseSource(path, text)).map((problem) => problem.message);
}

const { fileLines, functionLines } = limits;
const lines = (count: number): string => ';\n'.repeat(count);
/** A function of exactly `count` lines. */
const body = (count: number): string => `{\n${lines(count - 2)}}`;

test('a file at the limit is fine, one line more is not', () => {
  expect(messages('src/gate/a.ts', lines(fileLines))).toEqual([]);
  expect(messages('src/gate/a.ts', lines(fileLines + 1))).toEqual([
    '401 lines; at most 400 a file',
  ]);
  expect(messages('test/a.ts', lines(fileLines + 1))).toHaveLength(1);
});

test('listed files may be longer', () => {
  expect(messages('spec/requirements.ts', lines(fileLines + 1))).toEqual([]);
  expect(messages('spec/rows/t.ts', lines(fileLines + 1))).toEqual([]);
});

test.each([
  (size: number) => `function f() ${body(size)}`,
  (size: number) => `export const f = () => ${body(size)};`,
  (size: number) => `class C { m() ${body(size)} }`,
  (size: number) => `test('x', () => ${body(size)});`,
])('a function at the limit is fine, one line more is not', (make) => {
  expect(messages('src/gate/a.test.ts', make(functionLines))).toEqual([]);
  expect(messages('src/gate/a.test.ts', make(functionLines + 1))).toEqual([
    'a function of 71 lines; at most 70',
  ]);
});

test('a chapter of tests is not a function', () => {
  const long = body(functionLines + 1);
  const text = `describe('x', () => ${long}); describe.each([1])('x', () => ${long});`;
  expect(messages('src/gate/a.test.ts', text)).toEqual([]);
  expect(messages('src/gate/a.ts', text)).toHaveLength(2);
});
