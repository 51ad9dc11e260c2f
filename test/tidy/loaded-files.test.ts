/**
 * Doors are units of loading: what must be quick loads little, and what must not be needed is not loaded.
 *
 * Who wants to stop an agent waits for every file that the command loads. The numbers leave room for a few more files,
 * not for a barrel.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { loadedFrom } from './loaded-files.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const loaded = (path: string) => loadedFrom(root, path);

describe('the commands that stop an agent, and those that show whether it worked', () => {
  test.each([
    'stop',
    'stop-all',
    'resume',
    'resume-all',
    'status',
    'command',
    'events',
    'explain',
    'top',
  ])('agents/%s', (name) => {
    const { files, packages } = loaded(`src/cli/agents/${name}.ts`);
    expect(files.length).toBeLessThan(40);
    expect(packages).toEqual([]);
  });

  test('the program itself: finding the command, its help and its version', () => {
    const { files, packages } = loaded('src/cli/main.ts');
    expect(files.length).toBeLessThan(10);
    expect(packages).toEqual([]);
  });
});

describe('hooks', () => {
  test('what every hook loads, also one that only asks a server', () => {
    const { files, packages } = loaded('src/cli/hook/main.ts');
    expect(files.length).toBeLessThan(60);
    const known = /^src\/(?:base|cli\/hook|clients|core\/holds|hooks)\//;
    expect(files.filter((path) => !known.test(path))).toEqual([]);
    expect(packages).toEqual([]);
  });

  test('what decides loads no audit, and no package before an event needs it', () => {
    const { files, packages } = loaded('src/server/hook-embedded.ts');
    expect(files.filter((path) => path.startsWith('src/audit/'))).toEqual([]);
    expect(packages).toEqual([]);
  });
});

test('the gate loads no audit and no package', () => {
  const { files, packages } = loaded('src/gate/index.ts');
  expect(files.filter((path) => path.startsWith('src/audit/'))).toEqual([]);
  expect(packages).toEqual([]);
});

test('what remains at run time is followed, types and import() are not', () => {
  const folder = temporaryFolder('loaded');
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
  mkdirSync(join(folder, 'src/base'), { recursive: true });
  write(
    'src/a.ts',
    [
      "import { b } from './base/b.ts';",
      "import type { T } from './types.ts';",
      "export type { U } from './types.ts';",
      "import { type V } from './also.ts';",
      "import fs from 'node:fs';",
      "export * from '@noble/hashes/sha2.js';",
      "export const later = () => import('./later.ts');",
    ].join('\n'),
  );
  write('src/base/b.ts', "import '../c.ts'; export const b = 1;");
  write('src/also.ts', 'export type V = 1;');
  write('src/c.ts', "import './a.ts'; import { z } from 'zod';");
  expect(loadedFrom(folder, 'src/a.ts')).toEqual({
    files: ['src/a.ts', 'src/base/b.ts', 'src/also.ts', 'src/c.ts'],
    packages: ['@noble/hashes', 'zod'],
  });
});
