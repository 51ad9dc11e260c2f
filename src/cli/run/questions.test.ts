/** The answers of the first `run` become a configuration that loads, and never replace one that is there. */
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/kit/temporary-folder.ts';
import { loadConfig } from '../../config/index.ts';
import { writeAnswers } from './questions.ts';

const home = temporaryFolder('answers');
const data = join(home, '.tripwire');
const file = join(data, 'tripwire.yaml');
afterEach(() => rmSync(data, { recursive: true, force: true }));

test.each([
  [true, 'coding-v1'],
  [false, 'frozen-v0.2'],
] as const)('stop loops: %s, budgets: %s', (stopsLoops, constitution) => {
  writeAnswers(data, file, { stopsLoops, constitution });
  const config = loadConfig({ env: {}, home });
  expect(config.file).toBe(file);
  expect(config.constitution).toBe(constitution);
  expect(config.killSwitch.enabled).toBe(stopsLoops);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a file that is there stays', () => {
  writeAnswers(data, file, { stopsLoops: true, constitution: 'coding-v1' });
  const before = readFileSync(file, 'utf8');
  writeAnswers(data, file, { stopsLoops: false, constitution: 'frozen-v0.2' });
  expect(readFileSync(file, 'utf8')).toBe(before);
});
