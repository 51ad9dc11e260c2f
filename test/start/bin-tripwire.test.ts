import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, test } from 'vitest';
import { QUICK_COMMANDS } from '../../src/cli/agents/quick-commands.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

const launcher = fileURLToPath(new URL('../../bin/tripwire', import.meta.url));
/** Says how it was started; its parent is this process only if `exec` left no shell between. */
const program = 'console.log(JSON.stringify([process.argv.slice(2), process.ppid]));';

let root = '';

beforeEach(() => {
  root = temporaryFolder('launcher with a space');
  mkdirSync(join(root, 'bin'));
  copyFileSync(launcher, join(root, 'bin/tripwire'));
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
  write('dist/program/main.js', program);
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
  write('dist/program/main.js', program);
  write('old/node', `#!/bin/sh\n[ "$1" = --version ] && echo ${version}\nexit 0\n`, 0o755);
  const { status, stderr } = start(join(root, 'bin/tripwire'), [], `${root}/old:/usr/bin:/bin`);
  expect(status).toBe(expected);
  expect(stderr.includes(`Node ${version} is too old`)).toBe(expected === 2);
});

test('a published package starts a hook without asking Node for its version first', () => {
  write('dist/program/main.js', 'throw new Error("a hook starts elsewhere");');
  write('bin/start-hook.cjs', program);
  write('dist/hook/main.cjs', '');
  write(
    'new/node',
    `#!/bin/sh\n[ "$1" = --version ] && exit 9\nexec ${process.execPath} "$@"\n`,
    0o755,
  );
  const path = `${root}/new:/usr/bin:/bin`;
  const { status, stdout } = start(join(root, 'bin/tripwire'), ['hook', 'codex'], path);
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toEqual([['hook', 'codex'], process.pid]);
});

test.each(['18.19.0', '22.12.9'])('what a hook starts with refuses Node %s by name', (version) => {
  const pretend = `Object.defineProperty(process, 'version', { value: 'v${version}' });
    Object.defineProperty(process.versions, 'node', { value: '${version}' });`;
  write('pretend.cjs', pretend);
  const hook = join(dirname(launcher), 'start-hook.cjs');
  const { status, stderr, stdout } = start(process.execPath, [
    '-r',
    join(root, 'pretend.cjs'),
    hook,
  ]);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toBe(
    `tripwire: Node v${version} is too old: version 22.13 or newer is needed (https://nodejs.org).\n`,
  );
});

test('a checkout starts hooks and commands from their bundles, unless something is newer', () => {
  const says = (word: string) => `console.log(${JSON.stringify(word)});`;
  const at = (path: string, seconds: number) => utimesSync(join(root, path), seconds, seconds);
  write('src/cli/main.ts', says('source'));
  write('src/core/step.ts', '');
  write('scripts/build-hook.ts', '');
  write('scripts/build-program.ts', '');
  write('scripts/bundle/bundle-folder.ts', '');
  write('package.json', '{}');
  write('bin/start-hook.cjs', says('bundle'));
  mkdirSync(join(root, 'node_modules/node/bin'), { recursive: true });
  symlinkSync(process.execPath, join(root, 'node_modules/node/bin/node'));
  const answer = (command: string) => start(join(root, 'bin/tripwire'), [command]).stdout.trim();
  expect(answer('hook')).toBe('source');
  write('dist/hook/main.cjs', '');
  const later = Date.now() / 1000 + 100;
  at('dist/hook/main.cjs', later);
  expect(answer('hook')).toBe('bundle');
  // A person waits for these, too; what they are is a table of the program.
  for (const command of Object.keys(QUICK_COMMANDS)) expect(answer(command)).toBe('bundle');
  for (const command of ['up', 'explain', '--help']) expect(answer(command)).toBe('source');
  const made = ['src/core/step.ts', 'src/core', 'scripts/bundle/bundle-folder.ts', 'package.json'];
  for (const path of [...made, 'scripts/build-hook.ts']) {
    at(path, later + 1);
    expect(answer('hook'), path).toBe('source');
    at(path, later - 1);
    expect(answer('hook'), path).toBe('bundle');
  }
  write('dist/program/main.js', says('program'));
  at('dist/program/main.js', later);
  for (const path of [...made, 'scripts/build-program.ts']) {
    at(path, later + 1);
    expect(answer('up'), path).toBe('source');
    at(path, later - 1);
    expect(answer('up'), path).toBe('program');
  }
});

test('a broken installation says so', () => {
  const { status, stderr } = start(join(root, 'bin/tripwire'), []);
  expect(status).toBe(2);
  expect(stderr).toContain('the installation is incomplete');
});
