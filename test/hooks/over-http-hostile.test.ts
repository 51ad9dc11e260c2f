/** Requests to the hooks' path that no client of ours makes: refused, and nothing of them reaches a project. */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { HOOK_PROJECTS_MAX, HOOK_REPLAYS_MAX } from '../../src/server/hook-folders.ts';
import { rawRequest, sendRaw } from '../hostile/raw-request.ts';
import { AGENT, hookServerPlace, isRefusal, payloadIn } from './hook-server.ts';
import { recordedPayload } from './recorded-payloads.ts';

vi.setConfig({ testTimeout: 60_000 });

const PATH = `/agents/${AGENT}/hooks/claude-code`;
const MIB = 1024 * 1024;

interface Trick {
  readonly method?: string;
  readonly target?: string;
  readonly headers?: readonly (readonly [string, string])[];
}

const refused: readonly (readonly [string, Trick, number])[] = [
  ['a page in a browser', { headers: [['origin', 'http://127.0.0.1:4180']] }, 403],
  ['a page that says nothing of itself', { headers: [['origin', 'null']] }, 403],
  ['a foreign name for this machine', { headers: [['host', 'evil.example']] }, 403],
  [
    'two names for this machine',
    {
      headers: [
        ['host', 'localhost'],
        ['host', 'evil.example'],
      ],
    },
    403,
  ],
  ['a client that nobody knows', { target: `/agents/${AGENT}/hooks/emacs` }, 404],
  ['no client', { target: `/agents/${AGENT}/hooks` }, 404],
  ['a slash behind the client', { target: `${PATH}/` }, 404],
  ['more behind the client', { target: `${PATH}/v1/messages` }, 404],
  ['a way round', { target: `/agents/${AGENT}/hooks/../hooks/claude-code` }, 400],
  ['GET', { method: 'GET' }, 405],
  ['PUT', { method: 'PUT' }, 405],
  ['OPTIONS, as a page asks first', { method: 'OPTIONS' }, 405],
  ['nobody’s name', { target: '/hooks/claude-code' }, 401],
  ['a name that is none', { target: '/agents/a%20b/hooks/claude-code' }, 400],
  ['a key that nobody gave out', { headers: [['x-api-key', 'tw_made_up']] }, 401],
  ['two names', { headers: [['x-tripwire-agent', 'eve']] }, 403],
];

test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
  'a session called %s is seen, judged and stopped as any other',
  async (session) => {
    const at = await hookServerPlace('kill_switch: { enabled: true }\n');
    const folder = at.project();
    const ask = async (event: 'PreToolUse' | 'PostToolUse') => {
      const payload = payloadIn(folder, recordedPayload('claude-code', event));
      const said = { ...payload, session_id: session, tool_use_id: `${event} ${Math.random()}` };
      return (await at.post('claude-code', said)).json;
    };
    const answers: string[] = [];
    for (let call = 0; call < 12; call += 1) {
      answers.push(JSON.stringify(await ask('PreToolUse')));
      answers.push(JSON.stringify(await ask('PostToolUse')));
    }
    expect(answers.join('\n')).not.toContain('cannot decide');
    expect(answers.at(-2)).toContain('"continue":false');
  },
);

describe('is refused, and nothing is written', () => {
  test.each(refused)(
    '%s',
    async (_name, { method = 'POST', target = PATH, headers = [] }, status) => {
      const at = await hookServerPlace();
      const folder = at.project();
      const body = JSON.stringify(payloadIn(folder, recordedPayload('claude-code', 'PreToolUse')));
      const port = Number(new URL(at.server.url).port);
      const answer = await sendRaw(port, rawRequest({ method, target, headers, body }));
      expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(existsSync(join(folder, '.geometry'))).toBe(false);
      expect(at.provider.requests).toHaveLength(0);
    },
  );
});

describe('a body that is too long', () => {
  test('11 MiB before a tool are refused in the client’s words, with their answer read to its end', async () => {
    const at = await hookServerPlace();
    const payload = {
      ...payloadIn(at.project(), recordedPayload('claude-code', 'PreToolUse')),
      tool_input: { command: 'x'.repeat(11 * MIB) },
    };
    const { status, json } = await at.post('claude-code', payload);
    expect(status).toBe(200);
    expect(isRefusal(json)).toBe(true);
    expect(JSON.stringify(json)).toContain(`longer than ${10 * MIB} bytes`);
  });

  test('at a stop they pass: blocked, it would come back for ever', async () => {
    const at = await hookServerPlace();
    const payload = {
      ...payloadIn(at.project(), recordedPayload('codex', 'Stop')),
      last_assistant_message: 'x'.repeat(11 * MIB),
    };
    const { status, json } = await at.post('codex', payload);
    expect(status).toBe(200);
    expect(isRefusal(json)).toBe(false);
  });

  test('one that is just short enough is judged', async () => {
    const at = await hookServerPlace();
    const payload = {
      ...payloadIn(at.project(), recordedPayload('claude-code', 'PreToolUse')),
      tool_input: { command: `echo ${'x'.repeat(9 * MIB)}` },
    };
    const { json } = await at.post('claude-code', payload);
    expect(JSON.stringify(json)).not.toContain('longer than');
  });
});

test('a client that never sends its body gets a refusal, not silence', async () => {
  const at = await hookServerPlace();
  const port = Number(new URL(at.server.url).port);
  const headers = [['content-length', '1000']] as const;
  const bytes = rawRequest({ method: 'POST', target: PATH, headers, body: '{"hook_event_name":' });
  const answer = await sendRaw(port, bytes, 30_000);
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toContain('"decision":"block"');
});

describe('what an agent names is never opened by the server', () => {
  const tool = recordedPayload('claude-code', 'PreToolUse');
  const stop = recordedPayload('claude-code', 'Stop');

  test('a pipe as transcript, as state or as lock keeps nobody waiting', async () => {
    const at = await hookServerPlace();
    const folder = at.project();
    mkdirSync(join(folder, '.geometry'));
    const pipes = ['state.json', '.lock', 'MANIFEST.yaml', 'safety_log.json'].map((name) =>
      join(folder, '.geometry', name),
    );
    const transcript = join(folder, 'transcript.jsonl');
    for (const pipe of [...pipes, transcript]) execFileSync('mkfifo', [pipe]);
    const payload = { ...payloadIn(folder, tool), transcript_path: transcript };
    expect(await at.post('claude-code', payload)).toMatchObject({ status: 200, json: {} });
  });

  test('links in the project lead to nothing that is read, echoed or overwritten', async () => {
    const at = await hookServerPlace();
    const folder = at.project();
    const token = join(at.data, 'admin-token');
    const before = readFileSync(token, 'utf8');
    const geometry = join(folder, '.geometry');
    mkdirSync(geometry);
    for (const name of ['.lock', 'MANIFEST.yaml', 'state.json', 'safety_log.json']) {
      symlinkSync(token, join(geometry, name));
    }
    symlinkSync(token, join(geometry, `.growing-${process.pid}-state.json`));
    writeFileSync(join(geometry, '.lock.'), '1 x');
    const { json } = await at.post('claude-code', payloadIn(folder, tool));
    expect(JSON.stringify(json)).not.toContain(before.trim());
    expect(readFileSync(token, 'utf8')).toBe(before);
    expect(readdirSync(geometry).toSorted()).toEqual(
      ['.growing-', '.lock', '.lock.', 'MANIFEST.yaml', 'safety_log.json', 'state.json'].map(
        (name) => (name === '.growing-' ? `.growing-${process.pid}-state.json` : name),
      ),
    );
  });

  test('the configuration of its repository runs nothing, whoever says that nobody watches', async () => {
    const at = await hookServerPlace();
    const folder = at.project();
    const mark = join(at.home, 'ran');
    execFileSync('git', ['init', '-q', folder]);
    const monitor = `#!/bin/sh\ntouch ${mark}\n`;
    writeFileSync(join(folder, 'monitor.sh'), monitor, { mode: 0o755 });
    execFileSync('git', ['-C', folder, 'config', 'core.fsmonitor', join(folder, 'monitor.sh')]);
    const unattended = { 'x-tripwire-unattended': '1', 'x-tripwire-dir': at.data };
    await at.post('claude-code', payloadIn(folder, stop), unattended);
    expect(existsSync(mark)).toBe(false);
  });

  test('a header that names another folder is not obeyed', async () => {
    const at = await hookServerPlace();
    const other = at.project();
    const headers = { 'x-tripwire-dir': encodeURIComponent(join(other, '.geometry')) };
    await at.post('claude-code', payloadIn(at.project(), tool), headers);
    expect(existsSync(join(other, '.geometry'))).toBe(false);
  });
});

describe('an agent that makes up folders and sessions', () => {
  const tool = recordedPayload('claude-code', 'PreToolUse');

  test('does not fill the disk of the server, and sheds no hold by it', async () => {
    const at = await hookServerPlace();
    const folder = at.project();
    const here = { ...payloadIn(folder, tool), session_id: 'held' };
    const raise = { hold: 'blocker', change: 'raise', agent: AGENT, session: 'held', details: 'x' };
    expect(isRefusal((await at.post('claude-code', here)).json)).toBe(false);
    await at.post('journal', { ask: 'change', changes: [raise] });
    for (let made = 0; made < HOOK_PROJECTS_MAX + 8; made += 1) {
      await at.post('claude-code', payloadIn(join(folder, String(made)), tool));
    }
    const [agent = ''] = readdirSync(join(at.data, 'hooks'));
    expect(readdirSync(join(at.data, 'hooks', agent))).toHaveLength(HOOK_PROJECTS_MAX);
    expect(isRefusal((await at.post('claude-code', here)).json)).toBe(true);
  });

  test('has room for so many recordings in a project', async () => {
    const at = await hookServerPlace();
    const folder = at.project();
    for (let made = 0; made < 2 * HOOK_REPLAYS_MAX + 2; made += 1) {
      const payload = { ...payloadIn(folder, tool), session_id: `made-up-${made}` };
      await at.post('claude-code', payload);
    }
    const kept = readdirSync(join(at.stateFolder(), 'replays'));
    expect(kept.length).toBeLessThanOrEqual(2 * HOOK_REPLAYS_MAX);
    expect(kept.join()).toContain(`made-up-${2 * HOOK_REPLAYS_MAX + 1}`);
  });
});

describe('a hook’s process speaks for its own agent only', () => {
  const change = (agent: string) => ({
    ask: 'change',
    changes: [{ hold: 'blocker', change: 'raise', agent, session: null, details: 'x' }],
  });

  test('a hold in another agent’s name is refused', async () => {
    const at = await hookServerPlace();
    const { json } = await at.post('journal', change('somebody-else'));
    expect(json).toMatchObject({ ok: false });
    expect(at.server.gate.isKnown('somebody-else')).toBe(false);
    expect(await at.post('journal', change(AGENT))).toMatchObject({ json: { ok: true } });
  });

  test.each([
    ['a hold that is a person’s', { hold: 'manual' }],
    ['a kill', { hold: 'kill_switch' }],
    ['an act that is none', { change: 'forget' }],
  ])('%s is not the loop’s to change', async (_name, wrong) => {
    const at = await hookServerPlace();
    const [one] = change(AGENT).changes;
    const { json } = await at.post('journal', { ask: 'change', changes: [{ ...one, ...wrong }] });
    expect(json).toMatchObject({ ok: false });
  });
});
