/** The script that brings the Postgres of the tests, with an apt-get that does as it is told. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { installPostgres } from '../../scripts/install-postgres.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

/** A machine with these versions of Postgres, and with this for apt-get; null: with none. */
function machine(versions: readonly string[], aptGet: string | null) {
  const folder = temporaryFolder('apt');
  const place = join(folder, 'postgresql');
  for (const version of versions) {
    mkdirSync(join(place, version, 'bin'), { recursive: true });
    writeFileSync(join(place, version, 'bin', 'initdb'), '');
  }
  if (aptGet !== null) {
    writeFileSync(join(folder, 'apt-get'), `#!/bin/sh\n${aptGet}\n`);
    chmodSync(join(folder, 'apt-get'), 0o755);
  }
  const said: string[] = [];
  const install = (env: Readonly<Record<string, string>> = {}) =>
    installPostgres((line) => said.push(line), { env: { PATH: folder, ...env }, versions: place });
  return { install, said, place };
}

test('the newest version that is there is taken, or the one that is named, and nothing is installed', () => {
  const { install, place, said } = machine(['9', '15', '13'], 'exit 1');
  expect(install()).toBe(join(place, '15', 'bin'));
  expect(install({ TRIPWIRE_POSTGRES: '/opt/pg/bin' })).toBe('/opt/pg/bin');
  expect(said).toEqual([]);
});

test.each([
  [
    'one that fails',
    'echo "E: no network" >&2; exit 100',
    /ended with 100: E: no network\nInstall/,
  ],
  ['one that brings none', 'exit 0', /ended well, but there is no Postgres\. Install PostgreSQL/],
  ['none at all', null, /need a server, and apt-get cannot be run.*TRIPWIRE_POSTGRES/],
] as const)('apt-get: %s is told with what to do', (_, aptGet, words) => {
  const { install, said } = machine([], aptGet);
  expect(install).toThrow(words);
  expect(said).toEqual([expect.stringContaining('installing postgresql') as string]);
});
