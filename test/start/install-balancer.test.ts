/** The script that brings the load balancers of the tests, with an apt-get that does as it is told. */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { installBalancer } from '../../scripts/install-balancer.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

/** A machine with this for apt-get; null: with none. */
function machine(aptGet: string | null) {
  const folder = temporaryFolder('apt');
  if (aptGet !== null) {
    const text = aptGet.replaceAll('PROGRAM', join(folder, 'nginx'));
    writeFileSync(join(folder, 'apt-get'), `#!/bin/sh\n${text}\n`);
    chmodSync(join(folder, 'apt-get'), 0o755);
  }
  const said: string[] = [];
  const install = () =>
    installBalancer('nginx', (line) => said.push(line), {
      env: { PATH: folder },
      folders: [join(folder, 'elsewhere'), folder],
    });
  return { install, said, program: join(folder, 'nginx') };
}

test('is installed once, and then found', () => {
  const { install, program, said } = machine('[ "$1" = install ] && : > PROGRAM || :');
  expect(install()).toBe(program);
  expect(install()).toBe(program);
  expect(said).toEqual([expect.stringContaining('installing nginx') as string]);
});

test.each([
  [
    'one that fails',
    'echo "E: no network" >&2; exit 100',
    /ended with 100: E: no network\nInstall/,
  ],
  ['one that brings none', 'exit 0', /ended well, but there is no nginx\. Install it/],
  ['none at all', null, /a fleet need nginx, and apt-get cannot be run.*apt-get install nginx/],
] as const)('apt-get: %s is told with what to do', (_, aptGet, words) => {
  expect(machine(aptGet).install).toThrow(words);
});
