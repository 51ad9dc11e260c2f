/**
 * The bundle that commands start from: it is the same program, from the same sources always the same files, and another
 * one that is put in place takes nothing away from a server that is running.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { buildProgram } from '../../scripts/build-program.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const WEEKS_AGO = Date.now() / 1000 - 14 * 24 * 60 * 60;

test('it runs by itself, and finds the package that it is part of', () => {
  const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
    readonly version: string;
  };
  const main = join(repository, 'dist/program/main.js');
  const { status, stdout } = spawnSync(process.execPath, [main, '--version'], { encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 0, stdout: `tripwire ${version}\n` });
});

test('the same sources give the same files, and files of an earlier bundle stay for a week', async () => {
  const folder = join(temporaryFolder('bundle'), 'program');
  cpSync(join(repository, 'dist/program'), folder, { recursive: true });
  const first = contents(folder);
  expect(Object.keys(first)).toEqual(
    expect.arrayContaining(['main.js', 'worker.js', 'thread.js', 'keeper.js', 'LICENSES.txt']),
  );
  writeFileSync(join(folder, 'command-before.js'), '');
  writeFileSync(join(folder, 'command-long-ago.js'), '');
  utimesSync(join(folder, 'command-long-ago.js'), WEEKS_AGO, WEEKS_AGO);
  await buildProgram(folder);
  expect(existsSync(join(folder, 'command-before.js'))).toBe(true);
  expect(contents(folder)).toEqual({ ...first, 'command-before.js': '' });
});

function contents(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
}
