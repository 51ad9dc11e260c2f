/**
 * A home that version 0.1.0 left behind (made with its own command: `test/fixtures/homes`): data folder, settings, and a
 * project with its `.geometry`. It opens, is decided again the same, and whoever it stopped stays stopped. Data of a newer
 * version is refused in words.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { runTripwire } from '../kit/run-tripwire.ts';
import { askAs, newHome, startTripwire, type Home } from '../kit/running-tripwire.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

type Kept = { readonly text: string } | { readonly gzip: string };
const fixture = new URL('../fixtures/homes/version-0.1.0.json', import.meta.url);
const { files } = JSON.parse(readFileSync(fixture, 'utf8')) as {
  readonly files: Readonly<Record<string, Kept>>;
};

let home: Home;

beforeEach(async () => {
  home = await newHome();
  for (const [name, kept] of Object.entries(files)) {
    const file = join(home.home, name);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const bytes = 'text' in kept ? kept.text : gunzipSync(Buffer.from(kept.gzip, 'base64'));
    writeFileSync(file, bytes, { mode: 0o600 });
  }
});

afterEach(() => home.provider.close());

const journal = () => join(home.data, 'journal.db');
const projectJournal = () => join(home.home, 'project/.geometry/journal.db');

function hook(event: 'PreToolUse' | 'PostToolUse') {
  const cwd = join(home.home, 'project');
  const tool = {
    tool_name: 'Read',
    tool_input: { file_path: join(cwd, 'new') },
    tool_use_id: 'u9',
  };
  const payload = { hook_event_name: event, session_id: 's1', cwd, transcript_path: '', ...tool };
  return runTripwire(['hook', 'claude-code'], JSON.stringify(payload), { ...home.env });
}

describe('a home of 0.1.0', () => {
  test('is decided again the same', async () => {
    const server = await runTripwire(['replay', journal()], '', { ...home.env });
    expect(server.stdout).toMatch(/looping: parity[^]*stopped: parity[^]*worker: parity/);
    const project = await runTripwire(['replay', projectJournal()], '', { ...home.env });
    expect(project.stdout).toContain('claude: parity');
    expect([server.code, project.code]).toEqual([0, 0]);
  });

  test('is served: who works goes on, who was stopped is stopped until a person resumes', async () => {
    const server = await startTripwire(home);
    try {
      const statusOf = async (agent: string) => (await askAs(server.url, agent)).status;
      expect(await statusOf('worker')).toBe(200);
      expect(await statusOf('stopped')).toBe(402);
      expect(await statusOf('looping')).toBe(402);
      await server.api('/api/agents/stopped/activate', { why: 'looked at it' });
      expect(await statusOf('stopped')).toBe(200);
    } finally {
      await server.end('SIGTERM');
    }
    const replay = await runTripwire(['replay', journal()], '', { ...home.env });
    expect(replay.stdout).toMatch(/looping: parity[^]*stopped: parity[^]*worker: parity/);
    expect(replay.code).toBe(0);
  });

  test('has a project whose hooks go on, and whose brake works', async () => {
    expect(await hook('PreToolUse')).toMatchObject({ code: 0, stdout: '' });
    writeFileSync(join(home.home, 'project/.geometry/PAUSE'), '');
    expect((await hook('PreToolUse')).stdout).toContain('"permissionDecision":"deny"');
    const replay = await runTripwire(['replay', projectJournal()], '', { ...home.env });
    expect(replay.stdout).toContain('claude: parity');
  });
});

describe('data of a newer version', () => {
  const NEWER = /has version 99, this Tripwire knows versions up to \d+: it is left alone/;

  beforeEach(() => {
    for (const file of [journal(), projectJournal()]) {
      const database = new DatabaseSync(file);
      database.exec('PRAGMA user_version = 99');
      database.close();
    }
  });

  test('is refused in words by server, replay and hook', async () => {
    const up = await runTripwire(['up', '--port', '0', '--admin-port', '0'], '', { ...home.env });
    expect(up.stderr).toMatch(NEWER);
    expect(up.code).not.toBe(0);
    const replay = await runTripwire(['replay', journal()], '', { ...home.env });
    expect(replay.stderr).toMatch(NEWER);
    expect(replay.code).not.toBe(0);
    const asked = await hook('PreToolUse');
    expect(`${asked.stdout}${asked.stderr}`).toMatch(/deny|version 99/);
  });
});
