import { expect, test } from 'vitest';
import { checkAny } from './check-any.ts';
import { parseSource } from './source-file.ts';

function count(text: string, path = 'src/gate/a.ts'): number {
  return checkAny(parseSource(path, text)).length;
}

test('any is found as a type, not as a word', () => {
  expect(count('export const a: any = 1;')).toBe(1);
  expect(count('export type A = Record<string, any>; export const b = 1 as any;')).toBe(2);
  expect(count('export const any = "any"; export const a: unknown = any; // any')).toBe(0);
  expect(count('export const a: any = 1;', 'test/a.ts')).toBe(0);
});
