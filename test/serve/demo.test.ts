/** What a newcomer sees: `npm start` without any key runs the demo, and all three stories are told. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { runTripwire, type Outcome } from '../kit/run-tripwire.ts';
import { newHome, type Home } from '../kit/running-tripwire.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

const README = join(import.meta.dirname, '../../README.md');

let home: Home;
beforeAll(async () => {
  home = await newHome();
});
afterAll(() => home.provider.close());

/** The environment of somebody who has nothing. */
function bare(): Record<string, string> {
  const {
    TRIPWIRE_UPSTREAM_ANTHROPIC: _,
    TRIPWIRE_UPSTREAM_OPENAI: __,
    ...rest
  } = home.env as Record<string, string>;
  return rest;
}

describe('tripwire up --demo, on a machine with nothing', () => {
  let outcome: Outcome;
  beforeAll(async () => {
    outcome = await runTripwire(['up', '--demo'], '', bare());
  });

  test('ends well, without control codes, and leaves nothing in the home folder', () => {
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(outcome.stdout).not.toContain('\u001b');
    expect(existsSync(join(home.home, '.tripwire'))).toBe(false);
  });

  test('warns the looping agent, kills it with the reason, and says how to resume it', () => {
    const { stdout } = outcome;
    const points = [
      /looping +warned +Called/,
      /looping +stopped +Ran `npm test` 5 times in .+; same failure each time \(FAIL test\/login\.test\.ts\)\. \(no-progress: score 10\.4, limit 10; [\d,]+ tokens since the loop began; last: run_tests, /,
      /looping asked once more and got HTTP 400: Agent "looping" is stopped/,
      /A person has to resume it: tripwire resume looping/,
    ];
    const places = points.map((point) => stdout.search(point));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  });

  test('makes the runaway agent wait, and leaves the healthy one alone', () => {
    const { stdout } = outcome;
    expect(stdout).toMatch(/runaway +waiting +Sped up from .*; waiting until \d\d:\d\d:\d\d/);
    expect(stdout).toContain('healthy finished its work in 9 calls, untouched.');
    expect(stdout).not.toMatch(/healthy +(?:waiting|stopped|warned)/);
  });

  test('looks as the README shows it, but for times and what is left out there', () => {
    const [, sample = ''] =
      /```\n(\d\d:\d\d:\d\d[^]*?)```/.exec(readFileSync(README, 'utf8')) ?? [];
    const plain = (text: string) =>
      text
        .replaceAll(/\d+:\d+:\d+/g, 'TIME')
        .replaceAll(/[\d.]+ s\b/g, 'N s')
        .replaceAll(/\s+/g, ' ');
    const shown = plain(outcome.stdout);
    const pieces = plain(sample).split(/…\)?|(?=TIME {0,9}(?:looping|runaway)|healthy finished)/);
    expect(pieces.length).toBeGreaterThan(4);
    for (const piece of pieces) expect(shown).toContain(piece.trim());
  });

  test('ends with what to do next', () => {
    expect(outcome.stdout).toContain('bin/tripwire run -- claude');
  });
});

test('with a key and a configuration it is the demo all the same, and its data stays for replay', async () => {
  home.configure('port: 1\nadmin_port: 1\n');
  const env = { ...bare(), ANTHROPIC_API_KEY: 'sk-mine' };
  const { code, stdout } = await runTripwire(['up', '--demo'], '', env);
  expect(code).toBe(0);
  expect(stdout).toMatch(/looping +stopped/);
  expect(stdout).toContain('bin/tripwire up ');
  const [, journal = ''] = /bin\/tripwire replay (\S+)/.exec(stdout) ?? [];
  expect(journal).toBe('~/.local/state/tripwire/demo/journal.db');
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  expect(readme).toContain(`bin/tripwire replay ${journal}`);
  const replayed = await runTripwire(['replay', journal.replace('~', home.home)], '', bare());
  expect(replayed.code).toBe(0);
  expect(replayed.stdout).toMatch(/^looping: parity: \d+ records/m);
});
