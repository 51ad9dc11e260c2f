/** Every command of the table is there, and says how it is used. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runTripwire } from '../../test/kit/run-tripwire.ts';
import { temporaryFolder } from '../../test/kit/temporary-folder.ts';
import { COMMANDS } from './commands.ts';

test.each([...COMMANDS])('%s has a help of its own', async (name, [, load]) => {
  const { command } = await load();
  expect(command.help).toMatch(new RegExp(`^tripwire ${name}\\b`));
  expect(command.help).toMatch(/\bexit codes?\b|\bexit 0\b/i);
});

test('the help lists each of them, and the version is told', async () => {
  const { stdout } = await runTripwire(['--help']);
  for (const [name, [line]] of COMMANDS) {
    const [found = '', ...more] = stdout
      .split('\n')
      .filter((one) => one.startsWith(`  tripwire ${name} `));
    expect(found.endsWith(`  ${line}`)).toBe(true);
    expect(more).toEqual([]);
  }
  expect((await runTripwire(['--version'])).stdout).toMatch(/^tripwire \d+\.\d+\.\d+\n$/);
});

test('help COMMAND is its own help, and a slip is told what was meant', async () => {
  for (const name of ['stop', 'resume-all', 'arm']) {
    const asked = await runTripwire(['help', name]);
    expect(asked).toEqual(await runTripwire([name, '--help']));
    expect(asked.code).toBe(0);
  }
  for (const [typed, meant] of [
    ['resume_all', 'resume-all'],
    ['stpo', 'stop'],
    ['statsu', 'status'],
  ]) {
    const { code, stderr } = await runTripwire([typed ?? '']);
    expect(code).toBe(2);
    // Nobody reads the list of all commands for a slip of the finger.
    expect(stderr).toContain(`did you mean tripwire ${meant}?\n`);
  }
  expect((await runTripwire(['help', 'nonsense'])).code).toBe(2);
});

test('stop-all where none runs says what keeps every agent stopped, and makes nothing by itself', async () => {
  const home = temporaryFolder();
  const { code, stderr } = await runTripwire(['stop-all'], '', { HOME: home });
  expect(code).toBe(1);
  expect(stderr).toContain(`touch ${join(home, '.tripwire', 'STOP')}`);
  expect(existsSync(join(home, '.tripwire'))).toBe(false);
});
