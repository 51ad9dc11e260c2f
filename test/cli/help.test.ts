/** The help of every command: examples that use words it knows, and its exit codes. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { runTripwire } from '../kit/run-tripwire.ts';

const all = (await runTripwire(['help'], '')).stdout;
const names = [...all.matchAll(/^ {2}tripwire ([a-z-]+) /gm)].map(([, name = '']) => name);

const page = readFileSync(new URL('../../docs/exit-codes.md', import.meta.url), 'utf8');

test('there are commands', () => {
  expect(names.length).toBeGreaterThan(30);
});

describe.each(names)('tripwire %s --help', (name) => {
  test('has exit codes, and examples that it understands', async () => {
    const { code, stdout } = await runTripwire([name, '--help'], '');
    expect(code).toBe(0);
    const [help = '', examples = ''] = stdout.split('\nExamples:\n');
    const [, codes = 'none'] = /Exit codes?: ([^]*)$/.exec(help) ?? [];
    // The page says what the help says.
    expect(page).toContain(`| \`${name}\` | ${codes.trim().replaceAll(/\s+/g, ' ')} |\n`);
    const lines = examples.trim().split('\n');
    for (const line of lines) {
      expect(line.trim().startsWith(`tripwire ${name}`)).toBe(true);
      for (const [option] of line.matchAll(/ --[a-z-]+/g)) {
        expect(help).toContain(option.trim());
      }
    }
  });
});
