/** `tripwire doctor` warns of each coding agent whose version was never tried, and of no other. */
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { EVERY_CLIENT } from '../../src/clients/every-client.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

const UNTRIED = '99.0.0';

/** What doctor says of all clients, each in the version that is named for it. */
async function doctor(versionOf: (client: (typeof EVERY_CLIENT)[number]) => string) {
  const home = temporaryFolder('versions');
  const bin = join(home, 'bin');
  mkdirSync(bin);
  for (const client of EVERY_CLIENT) {
    const { npmPackage: name, program } = client;
    const file = join(home, 'packages', name, 'bin', program);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '#!/bin/sh\nexit 1\n');
    chmodSync(file, 0o755);
    const manifest = JSON.stringify({ name, version: versionOf(client) });
    writeFileSync(join(home, 'packages', name, 'package.json'), manifest);
    symlinkSync(file, join(bin, program));
  }
  const { stdout } = await runTripwire(['doctor'], '', { HOME: home, PATH: bin });
  return stdout.replaceAll(/\s+/g, ' ');
}

test('a version that was never tried is named, with the one that was', async () => {
  const said = await doctor(() => UNTRIED);
  for (const { title, triedVersion } of EVERY_CLIENT) {
    expect(said).toContain(`${title} ${UNTRIED} `);
    expect(said).toContain(`${UNTRIED} was never tried with Tripwire, ${triedVersion} was`);
  }
}, 60_000);

test('the versions that were tried are no cause for a word', async () => {
  const said = await doctor(({ triedVersion }) => triedVersion);
  for (const { title, triedVersion } of EVERY_CLIENT) {
    expect(said).toContain(`${title} ${triedVersion} `);
  }
  expect(said).not.toContain('never tried');
}, 60_000);
