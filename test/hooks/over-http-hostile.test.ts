/** Requests to the hooks' path that no client of ours makes: refused, and nothing of them reaches a project. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
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

test('a path of a transcript that does not begin at the root is refused', async () => {
  const at = await hookServerPlace();
  const payload = {
    ...payloadIn(at.project(), recordedPayload('claude-code', 'PreToolUse')),
    transcript_path: '../../etc/passwd',
  };
  const { json } = await at.post('claude-code', payload);
  expect(isRefusal(json)).toBe(true);
  expect(JSON.stringify(json)).toContain('must be an absolute path');
});
