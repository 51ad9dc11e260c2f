/**
 * Broken transcripts of every form through `scan` and `detect`: what cannot be read is named, the rest is judged, nothing
 * hangs, nothing ends in a stack trace, and no terminal command gets out. Texts that once broke something are kept in
 * test/fixtures/fuzz/transcripts and are read first.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test, vi } from 'vitest';
import { givenTranscripts } from '../../src/clients/transcripts/given-transcripts.ts';
import { readRuns } from '../../src/clients/transcripts/read-runs.ts';
import type { BrokenPlace } from '../../src/transcripts/index.ts';
import { makeOpencodeDatabase } from '../kit/client-homes.ts';
import { runTripwire, type Outcome } from '../kit/run-tripwire.ts';
import { runs } from '../kit/runs.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { chanceFrom, mutated } from './mutate.ts';

vi.setConfig({ testTimeout: 300_000 });

const TIME_MS_MAX = 30_000;
const TRIES = 120;
const UNSAFE =
  // oxlint-disable-next-line no-control-regex -- those are what it looks for
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;
const STACK_LINE = /^\s+at .*(?:\(|:\d+:\d+)/m;

const fixtures = join(import.meta.dirname, '../fixtures');
const kept = join(fixtures, 'fuzz/transcripts');

const HISTORY = [
  { role: 'user', content: 'find the notes' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c1', type: 'function', function: { name: 'ls', arguments: '{"at":"x"}' } }],
  },
  { role: 'tool', tool_call_id: 'c1', content: 'no such folder' },
];
const TRAJECTORY = { trajectory: [{ action: 'ls x', observation: 'none', response: 'looking' }] };

/** Whole transcripts of each form, by the name that their file has. */
const FORMS: readonly (readonly [name: string, file: string, whole: readonly string[]])[] = [
  ['Claude Code', 'session.jsonl', texts('transcripts/claude-code')],
  ['Codex', 'rollout.jsonl', texts('transcripts/codex')],
  ['Gemini CLI', 'session.jsonl', texts('transcripts/gemini-cli')],
  ['a message log', 'chat.json', [JSON.stringify(HISTORY), JSON.stringify({ messages: HISTORY })]],
  ['a trajectory of SWE-agent', 'task.traj', [JSON.stringify(TRAJECTORY)]],
];

function texts(folder: string): readonly string[] {
  return readdirSync(join(fixtures, folder)).map((name) =>
    readFileSync(join(fixtures, folder, name), 'utf8'),
  );
}

function expectSound({ code, stdout, stderr }: Outcome): void {
  const said = stdout + stderr;
  expect([0, 1], said.slice(-2_000)).toContain(code);
  expect(UNSAFE.exec(said)).toBe(null);
  expect(STACK_LINE.exec(said)).toBe(null);
}

/** A folder of broken transcripts of one form, each in a file of its own, with the kept ones. */
function brokenFolder(file: string, whole: readonly string[], seed: number): string {
  const folder = temporaryFolder('broken');
  const chance = chanceFrom(seed);
  cpSync(kept, join(folder, 'kept'), { recursive: true });
  for (let run = 0; run < runs(TRIES).numRuns; run += 1) {
    const text = mutated(whole[run % whole.length] ?? '', chance, whole);
    writeFileSync(join(folder, `${run}-${file}`), text);
  }
  return folder;
}

/** All of them with the same reader as `scan`, each within its time. */
async function readAll(folder: string): Promise<void> {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (extname(name) === '') continue;
    const broken: BrokenPlace[] = [];
    const onBroken = (place: BrokenPlace) => void broken.push(place);
    const began = performance.now();
    const files = await givenTranscripts([join(folder, name)], onBroken);
    for await (const run of readRuns(files, { onBroken, sinceMs: null })) {
      expect(typeof run.id).toBe('string');
    }
    expect(performance.now() - began, name).toBeLessThan(TIME_MS_MAX);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  }
}

describe.each(FORMS)('%s', (_name, file, whole) => {
  test('one by one', async () => {
    await readAll(brokenFolder(file, whole, 20_261));
  });

  test('a folder of them, by the commands', async () => {
    const folder = brokenFolder(file, whole, 7);
    const page = join(temporaryFolder(), 'page.html');
    expectSound(await runTripwire(['scan', '--only', '--html', page, folder]));
    expectSound(await runTripwire(['scan', '--only', '--json', folder]));
    expectSound(await runTripwire(['detect', folder]));
  });
});

describe('OpenCode', () => {
  const COLUMNS = [
    ['session', 'directory'],
    ['session', 'title'],
    ['message', 'data'],
    ['part', 'data'],
  ] as const;

  /** Its database, with broken texts in the rows of every table. */
  function brokenDatabase(seed: number): string {
    const folder = temporaryFolder('broken');
    const file = join(folder, 'opencode.db');
    makeOpencodeDatabase(file, 'opencode/rows.jsonl').close();
    const database = new DatabaseSync(file);
    const chance = chanceFrom(seed);
    for (const [table, column] of COLUMNS) {
      for (const { row, text } of database
        .prepare(`SELECT rowid AS row, ${column} AS text FROM ${table}`)
        .all()) {
        if (chance() < 0.5) continue;
        const changed = mutated(String(text), chance);
        const change = database.prepare(`UPDATE ${table} SET ${column} = ? WHERE rowid = ?`);
        change.run(changed, row ?? null);
      }
    }
    database.close();
    return folder;
  }

  test('broken rows', async () => {
    for (let seed = 1; seed <= runs(6).numRuns; seed += 1) {
      const folder = brokenDatabase(seed);
      await readAll(folder);
      if (seed <= 2) expectSound(await runTripwire(['scan', '--only', '--json', folder]));
    }
  });

  test('a broken file, and broken storage', async () => {
    const folder = brokenDatabase(99);
    const bytes = readFileSync(join(folder, 'opencode.db'));
    const chance = chanceFrom(5);
    for (let count = 0; count < 200; count += 1) {
      bytes[Math.floor(chance() * bytes.length)] = Math.floor(chance() * 256);
    }
    writeFileSync(join(folder, 'opencode.db'), bytes);
    mkdirSync(join(folder, 'storage/session/p'), { recursive: true });
    const session = JSON.stringify({ id: 'ses_1', directory: '/home/ada/old' });
    for (let run = 0; run < 40; run += 1) {
      writeFileSync(join(folder, `storage/session/p/ses_${run}.json`), mutated(session, chance));
    }
    await readAll(folder);
    expectSound(await runTripwire(['scan', '--only', folder]));
  });
});
