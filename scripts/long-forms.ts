/**
 * `npm run test:long-forms`: every case of the tests of which `npm test` tries a sample, and their properties five times as
 * often.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { longFormFiles } from '../test/long-forms.ts';

const ROOT = join(import.meta.dirname, '..');

const files = longFormFiles(ROOT);
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', ...files],
  { cwd: ROOT, env: { ...process.env, TRIPWIRE_RUNS: '5' }, stdio: 'inherit' },
);
process.exitCode = status ?? 1;
