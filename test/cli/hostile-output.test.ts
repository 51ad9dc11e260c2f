/** What agents wrote, printed by the real commands: no terminal command, no forged line and no turned text gets out. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { findStateFolder, makeStateFolder, underStateLock } from '../../src/loop/index.ts';
import { openProjectGate } from '../../src/server/project-gate.ts';
import { runOnTerminal } from '../kit/on-terminal.ts';
import { runTripwire, type Outcome } from '../kit/run-tripwire.ts';
import { askAs, newHome, startTripwire } from '../kit/running-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

vi.setConfig({ testTimeout: 120_000 });

const FORGED = 'None of them got stuck.';
/** Copies to the clipboard, clears the screen, turns the reading order, ends a line. */
const HOSTILE = `x\u001B]52;c;ZXZpbA==\u0007\u009B2J\u202Egnp.exe\u2066\u2028${FORGED}\u2029\r\n${FORGED}\nend`;
const UNSAFE =
  // oxlint-disable-next-line no-control-regex -- those are what it looks for
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;

/** Nothing unsafe anywhere, and no line that an agent wrote as if it were ours. */
function expectClean({ stdout, stderr }: Outcome): void {
  const text = stdout + stderr;
  expect(text).not.toBe('');
  expect(UNSAFE.exec(text)).toBe(null);
  expect(text.split('\n').map((line) => line.trim())).not.toContain(FORGED);
}

/** A transcript of a stuck run in which everything that an agent or a project names is hostile. */
function hostileTranscript(folder: string): string {
  const stuck = new URL('../fixtures/transcripts/claude-code/stuck.jsonl', import.meta.url);
  const lines = readFileSync(stuck, 'utf8').trim().split('\n');
  const told = JSON.stringify(HOSTILE).slice(1, -1);
  const text = lines
    .map((line) =>
      line
        .replaceAll('find out why the notes are missing', told)
        .replaceAll('/home/ada/stuck', `/home/${told}`)
        .replaceAll(/"model":"[^"]*"/g, `"model":"${told}"`),
    )
    .join('\n');
  const file = join(folder, `stuck${HOSTILE.replaceAll(/[/\n]/g, '')}.jsonl`);
  writeFileSync(file, `${text}\n`);
  writeFileSync(join(folder, `broken\u001B[2J.jsonl`), 'not json\n');
  return file;
}

test.each([[[]], [['--json']]])('scan %j', async (more) => {
  const folder = temporaryFolder();
  hostileTranscript(folder);
  const outcome = await runTripwire(['scan', '--only', ...more, folder]);
  expectClean(outcome);
  if (more.length > 0) expect(JSON.stringify(JSON.parse(outcome.stdout))).toContain('ZXZpbA');
});

test.each([[[]], [['--json']], [['--explain']], [['--as', 'stuck']]])('detect %j', async (more) => {
  const folder = temporaryFolder();
  const cases = new URL('../cases/identical-calls.jsonl', import.meta.url);
  const told = JSON.stringify(HOSTILE).slice(1, -1);
  const [first = ''] = readFileSync(cases, 'utf8').split('\n');
  const file = join(folder, `a\u001B[31m\u202E.jsonl`);
  writeFileSync(
    file,
    `${first.replaceAll('goodbye', told)}\nbroken ${HOSTILE.replaceAll('\n', '')}\n`,
  );
  expectClean(await runTripwire(['detect', ...more, file]));
});

test('release', async () => {
  const project = temporaryFolder();
  const env = { TRIPWIRE_DIR: join(project, '.geometry'), HOME: project };
  const folder = findStateFolder(project, env);
  makeStateFolder(folder);
  await underStateLock(folder, async () => {
    const { gate, close } = await openProjectGate(folder, env);
    await gate.operate({ agent: 'coder', action: 'deactivate', by: 'ann', why: HOSTILE });
    await close();
  });
  const outcome = await runOnTerminal(['release', '--yes', '--project', project], '', env);
  expect(outcome).toMatchObject({ code: 0 });
  expect(outcome.stdout).toContain('Lifted');
  expectClean(outcome);
});

describe('of a running server', () => {
  test('events, status, explain, agents, stop', async () => {
    const home = await newHome();
    onTestFinished(() => home.provider.close());
    const tripwire = await startTripwire(home);
    onTestFinished(async () => void (await tripwire.end()));
    await askAs(tripwire.url, 'coder');
    const acted = await tripwire.api('/api/agents/coder/deactivate', { why: HOSTILE });
    expect(JSON.stringify(acted)).toContain('recorded');
    const env = { HOME: home.home };
    for (const args of [
      ['events', 'coder'],
      ['events', '--json'],
      ['status', 'coder'],
      ['status', 'coder', '--json'],
      ['explain', 'coder'],
      ['agents'],
      ['top', '--once'],
    ]) {
      expectClean(await runTripwire(args, '', env));
    }
  });
});

test('decide: what a record says comes back as JSON that a terminal cannot act on', async () => {
  const record = {
    type: 'signal',
    timestamp: 1,
    source: 'policy',
    hold: 'approval',
    change: 'raise',
    details: 'because \u009B2J\u202E\u2028',
    target: 'push',
  };
  const outcome = await runTripwire(['decide'], `${JSON.stringify(record)}\n`);
  expect(outcome).toMatchObject({ code: 0 });
  expectClean(outcome);
  expect(JSON.stringify(JSON.parse(outcome.stdout.split('\n')[0] ?? ''))).toContain('\u202E');
});

test('an error that quotes what was given', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'a'));
  expectClean(await runTripwire(['scan', '--only', join(folder, 'a\u001B]52;c;eA==\u0007')]));
  expectClean(await runTripwire(['status', 'a\u202E\u001B[2J']));
});
