/** `tripwire init` says so where hooks start from the sources, which takes several times as long, and nowhere else. */
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runProgram } from '../clients/client-run.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const WARNING = /start from the sources.*npm run build:hook/s;

test('a checkout without a bundle says so at init', async () => {
  const checkout = temporaryFolder('checkout');
  for (const name of ['bin', 'src', 'package.json']) {
    cpSync(join(ROOT, name), join(checkout, name), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(checkout, 'node_modules'));
  const place = { home: temporaryFolder('home'), project: temporaryFolder('project') };
  mkdirSync(join(place.home, '.claude'));
  const args = ['init', 'claude-code', '--yes'];
  const said = await runProgram(join(checkout, 'bin/tripwire'), place, { args, env: {} });
  expect(said).toMatchObject({ exitCode: 0 });
  expect(said.stdout).toMatch(WARNING);
}, 120_000);

test('one that is built says nothing of it', async () => {
  const home = temporaryFolder('home');
  mkdirSync(join(home, '.claude'));
  const said = await runTripwire(['init', 'claude-code', '--yes'], '', { HOME: home });
  expect(said).toMatchObject({ code: 0 });
  expect(said.stdout).not.toMatch(WARNING);
}, 120_000);
