import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const launcher = fileURLToPath(new URL('../../bin/tripwire', import.meta.url));
/** Says how it was started; its parent is this process only if `exec` left no shell between. */
const program = 'console.log(JSON.stringify([process.argv.slice(2), process.ppid]));';

let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tripwire launcher '));
  mkdirSync(join(root, 'bin'));
  copyFileSync(launcher, join(root, 'bin/tripwire'));
});

afterEach(() => {
  rmSync(root, { recursive: true });
});

function write(path: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text, { mode });
}

function start(file: string, args: readonly string[], path = process.env['PATH']) {
  const env = { ...process.env, PATH: path };
  return spawnSync(file, args, { cwd: tmpdir(), env, encoding: 'utf8' });
}

test('a checkout without packages says what to run', () => {
  write('src/cli/main.ts', program);
  const { status, stderr, stdout } = start(join(root, 'bin/tripwire'), ['demo']);
  expect(status).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toContain('run "npm ci"');
  expect(stderr).toContain('"npm start"');
});

test('a checkout runs the source on the pinned Node, also through links', () => {
  write('src/cli/main.ts', program);
  mkdirSync(join(root, 'node_modules/node/bin'), { recursive: true });
  symlinkSync(process.execPath, join(root, 'node_modules/node/bin/node'));
  symlinkSync('bin/tripwire', join(root, 'near'));
  symlinkSync(join(root, 'near'), join(root, 'far'));
  for (const file of ['bin/tripwire', 'near', 'far']) {
    const { status, stdout } = start(join(root, file), ['stop', 'two words']);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual([['stop', 'two words'], process.pid]);
  }
});

test('a published package runs the compiled program on the Node of its user', () => {
  write('dist/cli/main.js', program);
  const path = `${dirname(process.execPath)}:/usr/bin:/bin`;
  const { status, stdout } = start(join(root, 'bin/tripwire'), ['--help'], path);
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toEqual([['--help'], process.pid]);
});

test.each([
  ['v20.20.2', 2],
  ['v22.12.9', 2],
  ['v22.13.0', 0],
  ['v24.21.0', 0],
  ['v30.0.0', 0],
])('a published package on Node %s ends with %i', (version, expected) => {
  write('dist/cli/main.js', program);
  write('old/node', `#!/bin/sh\n[ "$1" = --version ] && echo ${version}\nexit 0\n`, 0o755);
  const { status, stderr } = start(join(root, 'bin/tripwire'), [], `${root}/old:/usr/bin:/bin`);
  expect(status).toBe(expected);
  expect(stderr.includes(`Node ${version} is too old`)).toBe(expected === 2);
});

test('a broken installation says so', () => {
  const { status, stderr } = start(join(root, 'bin/tripwire'), []);
  expect(status).toBe(2);
  expect(stderr).toContain('the installation is incomplete');
});
