/** Which programs count as a client, and where the version comes from. */
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/kit/temporary-folder.ts';
import { installedClient } from './installed.ts';

/** A folder with these files; all of them may be run. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const root = temporaryFolder();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content, { mode: 0o755 });
  }
  return root;
}

const find = (...folders: readonly string[]) =>
  installedClient('codex', '@openai/codex', { PATH: folders.join(':') });

const packageText = (name: string, version: string) => JSON.stringify({ name, version });

test('the first on the PATH counts, with the version of the package it is a link into', () => {
  const root = folderWith({
    'lib/@openai/codex/package.json': packageText('@openai/codex', '0.166.0'),
    'lib/@openai/codex/bin/codex.js': '',
    'bin/other': '',
  });
  symlinkSync('../lib/@openai/codex/bin/codex.js', join(root, 'bin/codex'));
  const later = folderWith({ codex: '' });
  expect(find(temporaryFolder(), join(root, 'bin'), later)).toEqual({
    path: join(root, 'bin/codex'),
    version: '0.166.0',
  });
});

test('a version kept as a file of that name', () => {
  const root = folderWith({ 'versions/2.1.325': '', 'bin/other': '' });
  symlinkSync('../versions/2.1.325', join(root, 'bin/codex'));
  expect(find(join(root, 'bin'))?.version).toBe('2.1.325');
});

test.each([
  ['no package', {}],
  ['the package of somebody else', { 'package.json': packageText('wrapper', '9.9.9') }],
  ['a version that is none', { 'package.json': packageText('@openai/codex', 'sk-SECRET') }],
  ['a package that is not JSON', { 'package.json': '{' }],
])('%s tells no version', (_, files) => {
  const root = folderWith({ codex: '', ...files });
  expect(find(root)).toEqual({ path: join(root, 'codex'), version: null });
});

test.each([
  ['no file', temporaryFolder()],
  ['a folder of that name', folderWith({ 'codex/x': '' })],
  ['a folder that is not there', '/no/such/folder'],
  ['a relative folder', '.'],
  ['an empty PATH', ''],
])('%s is no client', (_, folder) => {
  expect(find(folder)).toBeNull();
});

test('a file that may not be run is no client', () => {
  const root = folderWith({ codex: '' });
  chmodSync(join(root, 'codex'), 0o644);
  expect(find(root)).toBeNull();
});
