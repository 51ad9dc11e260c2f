/** `attest`: model calls of a session whose hooks never reported are refused, and those of one that is guarded pass. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { REASONS } from '../../src/core/index.ts';
import { rawRequest, sendRaw } from '../hostile/raw-request.ts';
import { UNREAD } from '../hostile/unread-tricks.ts';
import { AGENT, hookServerPlace, payloadIn, type HookServerPlace } from './hook-server.ts';
import { recordedPayload } from './recorded-payloads.ts';

vi.setConfig({ testTimeout: 60_000 });

const tools = [{ name: 'look', input_schema: { type: 'object' } }];

interface Said {
  readonly content?: readonly { readonly type: string; readonly id: string }[];
}

/** A client that works through tools, one request a step. */
class Client {
  readonly #at: HookServerPlace;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #messages: object[] = [{ role: 'user', content: 'Look around.' }];
  readonly #agent: string;

  constructor(at: HookServerPlace, headers: Readonly<Record<string, string>>, agent = AGENT) {
    this.#at = at;
    this.#headers = headers;
    this.#agent = agent;
  }

  /** What it would send next. */
  body(): string {
    return JSON.stringify({ model: 'm', max_tokens: 9, messages: this.#messages, tools });
  }

  /** Asks, and runs the tools that were called. */
  async step(): Promise<{
    readonly status: number;
    readonly reason: string;
    readonly text: string;
  }> {
    const answer = await fetch(
      `${this.#at.server.url}/agents/${this.#agent}/anthropic/v1/messages`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': 'k', ...this.#headers },
        body: this.body(),
      },
    );
    const text = await answer.text();
    const { content = [] } = JSON.parse(text) as Said;
    const calls = content.filter(({ type }) => type === 'tool_use');
    if (calls.length > 0) {
      const results = calls.map(({ id }) => ({
        type: 'tool_result',
        tool_use_id: id,
        content: `export const ${id.replaceAll(/\W/g, '')} = 1;`,
      }));
      this.#messages.push({ role: 'assistant', content }, { role: 'user', content: results });
    }
    const reason = answer.headers.get('x-tripwire-reason') ?? '';
    return { status: answer.status, reason, text };
  }
}

const claude = (session: string) => ({
  'user-agent': 'claude-cli/2.1.325',
  'x-claude-code-session-id': session,
});
const codex = (session: string) => ({ 'user-agent': 'codex_exec/0.166.0', 'session-id': session });
const opencode = (session: string) => ({
  'user-agent': 'opencode/1.18.33',
  'x-session-id': session,
});
const gemini = () => ({ 'user-agent': 'GeminiCLI/0.61.0' });

type Named = readonly [
  client: 'claude-code' | 'codex' | 'gemini-cli' | 'opencode',
  headersOf: (session: string) => Readonly<Record<string, string>>,
  eventName: string,
  sessionField: string,
  remedy: string,
];
const clients: readonly Named[] = [
  ['claude-code', claude, 'UserPromptSubmit', 'session_id', 'tripwire init claude-code'],
  ['codex', codex, 'UserPromptSubmit', 'session_id', 'tripwire init codex'],
  ['opencode', opencode, 'chat.message', 'sessionID', 'tripwire init opencode'],
  ['gemini-cli', gemini, 'BeforeAgent', 'session_id', 'tripwire init gemini-cli'],
];

describe.each(clients)('%s', (client, headersOf, eventName, sessionField, remedy) => {
  const report = (at: HookServerPlace, session: string) => {
    const place = payloadIn(at.project(), recordedPayload(client, eventName));
    const root = client === 'opencode' ? { rootID: session } : {};
    return at.post(client, { ...place, ...root, [sessionField]: session });
  };

  test('without hooks the first request passes, and the one with a tool’s result is refused', async () => {
    const at = await hookServerPlace('attest: true\n');
    const session = new Client(at, headersOf('one'));
    expect(await session.step()).toMatchObject({ status: 200 });
    const refused = await session.step();
    expect(refused).toMatchObject({ status: 402, reason: 'hooks_missing' });
    expect(refused.text).toContain(remedy);
    expect(at.provider.requests).toHaveLength(1);
    // It does not pass by being sent again.
    expect(await session.step()).toMatchObject({ status: 402 });
  });

  test('with hooks that report it works', async () => {
    const at = await hookServerPlace('attest: true\n');
    const session = new Client(at, headersOf('one'));
    await report(at, 'one');
    for (let step = 0; step < 5; step += 1)
      expect(await session.step()).toMatchObject({ status: 200 });
  });

  test('hooks that report late open it again', async () => {
    const at = await hookServerPlace('attest: true\n');
    const session = new Client(at, headersOf('one'));
    await session.step();
    expect(await session.step()).toMatchObject({ status: 402 });
    await report(at, 'one');
    expect(await session.step()).toMatchObject({ status: 200 });
  });
});

test('the report of one session is none of another', async () => {
  const at = await hookServerPlace('attest: true\n');
  const place = payloadIn(at.project(), recordedPayload('claude-code', 'UserPromptSubmit'));
  await at.post('claude-code', { ...place, session_id: 'one' });
  const [guarded, bare] = [new Client(at, claude('one')), new Client(at, claude('two'))];
  await guarded.step();
  await bare.step();
  expect(await guarded.step()).toMatchObject({ status: 200 });
  expect(await bare.step()).toMatchObject({ status: 402, reason: 'hooks_missing' });
});

test('a session that this process never saw has one request to report', async () => {
  const at = await hookServerPlace('attest: false\n');
  const session = new Client(at, claude('one'));
  await session.step();
  await session.step();
  // As after a restart: its first request here carries results already.
  writeFileSync(join(at.data, 'tripwire.yaml'), 'constitution: coding-v1\nattest: true\n');
  const sources = { env: { TRIPWIRE_UPSTREAM_ANTHROPIC: at.provider.url }, home: at.home };
  expect((await at.server.reload(sources)).join()).toContain('attest');
  expect(await session.step()).toMatchObject({ status: 200 });
  expect(await session.step()).toMatchObject({ status: 402 });
});

test('off, nothing is refused; one agent may say otherwise', async () => {
  const at = await hookServerPlace('agents:\n  strict:\n    attest: true\n');
  const free = new Client(at, claude('one'));
  for (let step = 0; step < 3; step += 1) expect(await free.step()).toMatchObject({ status: 200 });
  const strict = new Client(at, claude('two'), 'strict');
  await strict.step();
  expect(await strict.step()).toMatchObject({ status: 402, reason: 'hooks_missing' });
});

test('a payload that cannot be read is no report', async () => {
  const at = await hookServerPlace('attest: true\n');
  await at.post('claude-code', { session_id: 'one', hook_event_name: 'PreToolUse' });
  const session = new Client(at, claude('one'));
  await session.step();
  expect(await session.step()).toMatchObject({ status: 402 });
});

test('a request that cannot be read carries no tool’s result past it', async () => {
  const at = await hookServerPlace('attest: true\n');
  const session = new Client(at, claude('one'));
  await session.step();
  const port = Number(new URL(at.server.url).port);
  const target = `/agents/${AGENT}/anthropic/v1/messages`;
  const signs = Object.entries(claude('one'));
  for (const { name, headers = [], body, path } of UNREAD) {
    if (path !== undefined) continue;
    const bytes = body ?? Buffer.from(session.body());
    const length = ['content-length', String(bytes.length)] as const;
    const sent = { method: 'POST', target, headers: [length, ...signs, ...headers] };
    const answer = await sendRaw(port, rawRequest({ ...sent, body: bytes.toString('latin1') }));
    expect(answer, name).toMatch(/^HTTP\/1\.1 4\d\d /);
  }
  expect(at.provider.requests).toHaveLength(1);
});

test('its reason is one of the documented ones', () => {
  expect(REASONS.map(({ code }) => code)).toContain('HOOKS_MISSING');
  const documented = readFileSync(new URL('../../docs/reasons.md', import.meta.url), 'utf8');
  expect(documented).toContain('`HOOKS_MISSING`');
});
