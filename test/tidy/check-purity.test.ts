import { describe, expect, test } from 'vitest';
import { checkPurity } from './check-purity.ts';
import { impureMembers, impureNames } from './rules.ts';
import { parseSource } from './source-file.ts';

function messages(text: string, path = 'src/core/sample.ts'): string[] {
  return checkPurity(parseSource(path, text)).map((problem) => problem.message);
}

describe('what reaches outside', () => {
  test.each(Object.keys(impureNames))('%s is found', (name) => {
    expect(messages(`export const f = () => ${name};`)).toHaveLength(1);
    expect(messages(`export const f = () => ${name}.member;`)).toHaveLength(1);
    expect(messages(`export const f = () => ({ ${name} });`)).not.toEqual([]);
    expect(messages(`export const f = () => ({ a: ${name} as X });`)).toHaveLength(1);
  });

  test.each(Object.keys(impureMembers))('.%s is found', (name) => {
    expect(messages(`export const f = (x: X) => x.${name}();`)).toHaveLength(1);
    expect(messages(`export const f = (x: X) => x['${name}']();`)).toHaveLength(1);
  });

  test.each([
    'const now = Date.now();',
    'export const at = new Date();',
    'function f() { return Math.random(); }',
    'function f() { const { random } = Math; return random(); }',
    'const here = import.meta.url;',
  ])('found: %s', (text) => {
    expect(messages(text)).not.toEqual([]);
  });

  test.each([
    'export const f = (x: X) => x.process;',
    'export const table = { process: 1, Date: 2 };',
    'export interface Clock { performance: number; fetch(): void }',
    'export type At = Date | Promise<string>;',
    'export const f = (x: X): Date | undefined => x.date;',
    'export const f = (x: number) => Math.max(x, 1);',
  ])('not found: %s', (text) => {
    expect(messages(text)).toEqual([]);
  });
});

describe('waiting', () => {
  test.each([
    'export async function f() {}',
    'export const f = async () => 1;',
    'export class C { async m() {} }',
    'export const g = async function* () {};',
    'await x;',
    "export const f = () => import('./a.ts');",
  ])('found: %s', (text) => {
    expect(messages(text)).not.toEqual([]);
  });
});

describe('memory between calls', () => {
  test.each([
    'let count = 0;',
    'export let count = 0;',
    'var count = 0;',
    'const seen = new Map<string, number>();',
    'export const seen = new Set();',
    'const cache = new WeakMap();',
    'const list: string[] = [];',
    'const table = {} as Record<string, number>;',
  ])('found: %s', (text) => {
    expect(messages(text)).toHaveLength(1);
  });

  test.each([
    "const names = new Set(['a', 'b']);",
    "export const order = ['a'] as const;",
    'export function f() { let n = 0; const seen = new Map(); n += seen.size; return n; }',
  ])('not found: %s', (text) => {
    expect(messages(text)).toEqual([]);
  });
});

test('only the pure rooms are pure, and their tests are free', () => {
  const text = 'export const now = () => Date.now();';
  expect(messages(text, 'src/detect/a.ts')).toHaveLength(1);
  expect(messages(text, 'src/gate/a.ts')).toEqual([]);
  expect(messages(text, 'src/core/a.test.ts')).toEqual([]);
});
