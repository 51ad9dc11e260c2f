import { expect, test } from 'vitest';
import { checkFileAccess } from './check-file-access.ts';
import { parseSource } from './source-file.ts';

function count(text: string, path = 'src/loop/a.ts'): number {
  return checkFileAccess(parseSource(path, text)).length;
}

test('whoever opens a file by itself in an agent’s folders is found, however fs is got', () => {
  expect(count("import { readFileSync } from 'node:fs';")).toBe(1);
  expect(count("import { openSync as o, writeFileSync } from 'fs';")).toBe(2);
  expect(count("import { open } from 'node:fs/promises';")).toBe(1);
  expect(count("import * as fs from 'node:fs';")).toBe(1);
  expect(count("import fs from 'node:fs';")).toBe(1);
  expect(count("export const read = async () => import('node:fs/promises');")).toBe(1);
  expect(count("export const fs = process.getBuiltinModule('node:fs');")).toBe(1);
});

test('looking, listing and removing are left alone, and so are other rooms, types and tests', () => {
  expect(count("import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';")).toBe(0);
  expect(count("import type { Stats } from 'node:fs';")).toBe(0);
  expect(count("import { readFileSync } from 'node:fs';", 'src/store/a.ts')).toBe(0);
  expect(count("import { readFileSync } from 'node:fs';", 'src/loop/a.test.ts')).toBe(0);
  expect(count("import { readTextSafely } from '../base/node/safe-file.ts';")).toBe(0);
});
