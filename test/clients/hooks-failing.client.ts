/** What becomes of a tool when the hook itself fails, and what is left of the settings when the hooks are taken out. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { guardedClients } from './guarded-client.ts';
import { calls, FINISHED, steps } from './hook-scripts.ts';
import { openGuardedLab, openHooksLab, TRIPWIRE, type HooksLab } from './hooks-lab.ts';

/** What a broken program does at a tool call; every other event it hands to the real one. */
const broken = {
  crashes: 'exit 1',
  'is killed': 'kill -9 $$',
  hangs: 'sleep 60',
} as const;

function breakHook(lab: HooksLab, settings: string, atTool: string): void {
  const stub = join(lab.home, 'broken', 'tripwire');
  mkdirSync(dirname(stub));
  const lines = [
    '#!/bin/sh',
    'payload=$(cat)',
    `case $payload in *'"PreToolUse"'* | *'"BeforeTool"'* | *'"tool.execute.before"'*) ${atTool} ;; esac`,
    `printf %s "$payload" | '${TRIPWIRE}' "$@"`,
  ];
  writeFileSync(stub, `${lines.join('\n')}\n`);
  chmodSync(stub, 0o755);
  replaceProgram(lab, settings, stub);
}

/** The settings stay as `tripwire init` wrote them; only the program that they start is another one. */
function replaceProgram(lab: HooksLab, settings: string, program: string): void {
  const file = join(lab.home, settings);
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(TRIPWIRE, program));
}

describe.each(guardedClients)('$title', (guarded) => {
  const { tried, settings, initName } = guarded;
  const script = () => steps(calls(tried.shell('echo x > marker.txt')));

  test.each(Object.entries(broken))('a hook that %s denies', async (_what, atTool) => {
    const lab = await openGuardedLab(guarded, script());
    breakHook(lab, settings, atTool);
    const run = await lab.run();
    expect(lab.has('marker.txt')).toBe(false);
    expect(run.stdout).toContain(FINISHED);
    expect(lab.asked()).toBe(2);
  });

  test('a program that is gone lets the prompt pass and refuses its tools; a hold refuses both', async () => {
    const lab = await openGuardedLab(guarded, script());
    replaceProgram(lab, settings, join(lab.home, 'gone', 'tripwire'));
    lab.put('.geometry/PAUSE', '');
    await lab.run();
    expect(lab.asked()).toBe(0);
    lab.remove('.geometry/PAUSE');
    const run = await lab.run();
    expect(run.stdout).toContain(FINISHED);
    expect(lab.asked()).toBe(2);
    expect(lab.has('marker.txt')).toBe(false);
  });

  test('odd settings work under hooks, and --remove gives them back byte for byte', async () => {
    const lab = await openHooksLab(guarded, script());
    const file = join(lab.home, settings);
    const before = initName === 'opencode' ? null : oddly(file, initName === 'gemini');
    expect(await lab.tripwire('init', initName, '--yes')).toMatchObject({ exitCode: 0 });
    lab.put('.geometry/PAUSE', '');
    await lab.run();
    expect(lab.asked()).toBe(0);
    lab.remove('.geometry/PAUSE');
    expect(await lab.tripwire('init', initName, '--remove', '--yes')).toMatchObject({
      exitCode: 0,
    });
    expect(existsSync(file) ? readFileSync(file, 'utf8') : null).toBe(before);
    expect(existsSync(`${file}.before-tripwire`)).toBe(false);
    await lab.run();
    expect(lab.has('marker.txt')).toBe(true);
  });
});

/** The settings that the client has, or none, in a hand that no program writes. */
function oddly(file: string, allowsComments: boolean): string {
  const there = existsSync(file) ? readFileSync(file, 'utf8') : '{}';
  const value = JSON.parse(there) as Readonly<Record<string, unknown>>;
  const members = Object.entries({ ...value, hooks: { SessionStart: [] } }).map(
    ([name, member]) => `\t "${name}"  :${JSON.stringify(member)}`,
  );
  const comment = allowsComments ? '  // mine\r\n' : '';
  const text = `{\r\n${comment}${members.join(' ,\r\n\r\n')}   }`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return text;
}

test('Codex passes over hooks that nobody trusted, without a word', async () => {
  const [guarded] = guardedClients.filter(({ initName }) => initName === 'codex');
  if (guarded === undefined) throw new Error('Codex is not tried');
  const lab = await openGuardedLab(
    guarded,
    steps(calls(guarded.tried.shell('echo x > marker.txt'))),
  );
  lab.put('.geometry/STOP', '');
  const run = await lab.run({ args: [] });
  expect(lab.has('marker.txt')).toBe(true);
  expect(run.stderr).not.toMatch(/hook: |trust/);
});
