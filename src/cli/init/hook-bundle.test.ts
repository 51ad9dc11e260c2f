/** When hooks start from the sources: only in a checkout, and only without a bundle that is newer than them. */
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/kit/temporary-folder.ts';
import { runsSources } from './hook-bundle.ts';

function installation(files: Readonly<Record<string, number>>): string {
  const root = temporaryFolder('installation');
  for (const [name, seconds] of Object.entries(files)) {
    const file = join(root, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '');
    utimesSync(file, seconds, seconds);
  }
  return root;
}

test.each([
  ['a package', { 'dist/hook/main.cjs': 1 }, false],
  ['a checkout that was never built', { 'src/cli/main.ts': 1 }, true],
  ['one that was built', { 'src/cli/main.ts': 1, 'dist/hook/main.cjs': 2 }, false],
  [
    'one in which a file was changed since',
    { 'src/cli/main.ts': 1, 'dist/hook/main.cjs': 2, 'src/core/deep/rule.ts': 3 },
    true,
  ],
  [
    'one whose packages were changed since',
    { 'src/cli/main.ts': 1, 'dist/hook/main.cjs': 2, 'package.json': 3 },
    true,
  ],
] as const)('%s', (_, files, isSo) => {
  expect(runsSources(installation(files))).toBe(isSo);
});
