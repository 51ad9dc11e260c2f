/**
 * A working copy holds what belongs to the tree and nothing that is ignored, with git or without.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { childEnvironment } from '../../scripts/faults/child-environment.ts';
import { createWorkingCopy, workingFiles } from '../../scripts/faults/working-copy.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

const HAS_GIT = spawnSync('git', ['--version']).status === 0;

let root = '';

beforeEach(() => {
  root = temporaryFolder('copy-test');
  for (const folder of ['src', 'dist', 'node_modules']) mkdirSync(join(root, folder));
  writeFileSync(join(root, '.gitignore'), 'node_modules/\ndist/\n');
  writeFileSync(join(root, 'src/gate.ts'), 'sound');
  writeFileSync(join(root, 'dist/gate.js'), 'built');
  writeFileSync(join(root, 'node_modules/library.js'), 'library');
  symlinkSync('src/gate.ts', join(root, 'link.ts'));
});

test.skipIf(!HAS_GIT)('with git: tracked and new files, not ignored or deleted ones', () => {
  const git = (...args: string[]): unknown =>
    execFileSync('git', args, { cwd: root, env: childEnvironment(root) });
  writeFileSync(join(root, 'src/gone.ts'), 'deleted later');
  git('init', '--quiet');
  git('add', 'src/gone.ts');
  rmSync(join(root, 'src/gone.ts'));
  expect(workingFiles(root).toSorted()).toEqual(['.gitignore', 'link.ts', 'src/gate.ts']);
});

test('without git: all files but those of the usual ignored folders', () => {
  expect(workingFiles(root).toSorted()).toEqual(['.gitignore', 'link.ts', 'src/gate.ts']);
});

test('the copy is apart from the tree, shares its modules and can be disposed of', async () => {
  const copy = await createWorkingCopy(root);
  try {
    writeFileSync(join(copy.root, 'src/gate.ts'), 'faulty');
    expect(readlinkSync(join(copy.root, 'link.ts'))).toBe('src/gate.ts');
    expect(readlinkSync(join(copy.root, 'node_modules'))).toBe(join(root, 'node_modules'));
    expect(existsSync(join(copy.root, 'dist'))).toBe(false);
  } finally {
    await copy.dispose();
  }
  expect(existsSync(copy.root)).toBe(false);
  expect(existsSync(join(root, 'node_modules/library.js'))).toBe(true);
});
