/** Hooks that a running server answers: the same answers as by command, and a stop binds them too. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { HOOK_CLIENT_IDS } from '../../src/clients/table.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import {
  AGENT,
  agentKey,
  BEGINNINGS,
  hookServerPlace,
  isRefusal,
  payloadIn,
} from './hook-server.ts';
import { recordedPayload, recordedPayloads } from './recorded-payloads.ts';

// A busy machine is slow, and none of these tests is about speed.
vi.setConfig({ testTimeout: 120_000 });

const PARALLEL = 16;

describe.each(HOOK_CLIENT_IDS)('%s', (client) => {
  const [tool, prompt] = BEGINNINGS[client];

  test('every recorded payload is answered as by command', async () => {
    const at = await hookServerPlace();
    const [alone, asCommand, asClient] = [temporaryFolder(), at.project(), at.project()];
    for (const { title, payload } of recordedPayloads(client)) {
      const byCommand = await runTripwire(
        ['hook', client],
        JSON.stringify(payloadIn(alone, payload)),
      );
      const { code: exitCode, stdout, stderr } = byCommand;
      expect(await at.output(client, payloadIn(asCommand, payload)), title).toEqual({
        stdout: stdout.replaceAll(alone, asCommand),
        stderr: stderr.replaceAll(alone, asCommand),
        exitCode,
      });
      const { status, json } = await at.post(client, payloadIn(asClient, payload));
      expect(status, title).toBe(200);
      const said = stdout.replaceAll(alone, asClient) || '{}';
      expect(json, title).toEqual(JSON.parse(said));
    }
  });

  test('what a person put into the project is seen', async () => {
    const at = await hookServerPlace();
    const folder = at.project();
    const payload = payloadIn(folder, recordedPayload(client, tool));
    expect(isRefusal((await at.post(client, payload)).json)).toBe(false);
    mkdirSync(join(folder, '.geometry'), { recursive: true });
    writeFileSync(join(folder, '.geometry', 'PAUSE'), '');
    expect(isRefusal((await at.post(client, payload)).json)).toBe(true);
  });

  test('a stopped agent is denied at its next tool and prompt, and works when it is resumed', async () => {
    const at = await hookServerPlace();
    const folder = at.project();
    const ask = async (eventName: string) => {
      const payload = payloadIn(folder, recordedPayload(client, eventName));
      const { status, json } = await at.post(client, payload);
      expect(status).toBe(200);
      return json;
    };
    expect(isRefusal(await ask(tool))).toBe(false);
    const act = { agent: AGENT, by: 'bob', why: 'enough for today' };
    await at.server.gate.operate({ ...act, action: 'deactivate' });
    for (const eventName of [tool, prompt]) {
      const answer = await ask(eventName);
      expect(isRefusal(answer)).toBe(true);
      expect(JSON.stringify(answer)).toContain('enough for today');
      expect(JSON.stringify(answer)).toContain('Only a person can lift this');
      // A model reads it, and would run what it reads.
      expect(JSON.stringify(answer)).not.toContain('tripwire resume');
    }
    await at.server.gate.operate({ ...act, action: 'activate' });
    expect(isRefusal(await ask(tool))).toBe(false);
  });

  test('whatever cannot be judged is refused with a 200 in the client’s own words', async () => {
    const at = await hookServerPlace();
    const known = recordedPayload(client, tool);
    const nameField = client === 'opencode' ? 'event' : 'hook_event_name';
    const bad: readonly unknown[] = [
      'nonsense',
      '',
      '[]',
      { ...payloadIn(at.project(), known), [nameField]: 'EventOfNextYear' },
      payloadIn('somewhere/else', known),
      payloadIn(join(at.home, 'not', 'there'), known),
      payloadIn(join(at.data, 'tripwire.yaml'), known),
    ];
    for (const payload of bad) {
      const { status, json } = await at.post(client, payload);
      expect(status).toBe(200);
      expect(isRefusal(json), JSON.stringify(payload)).toBe(true);
      expect(await at.output(client, payload as object)).toMatchObject({ exitCode: 2 });
    }
  });
});

test('sixteen hooks at a time lose no update', async () => {
  const at = await hookServerPlace();
  const folder = at.project();
  const payload = payloadIn(folder, recordedPayload('claude-code', 'Stop'));
  const answers = await Promise.all(
    Array.from({ length: PARALLEL }, (_, turn) =>
      at.post('claude-code', { ...payload, session_id: `s${turn}` }),
    ),
  );
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  const manifest = readFileSync(join(folder, '.geometry', 'MANIFEST.yaml'), 'utf8');
  expect(manifest).toMatch(new RegExp(`iteration_count: ${PARALLEL}\\b`));
});

test('an agent with a key is known by it', async () => {
  const at = await hookServerPlace('upstreams:\n  anthropic:\n    key: env:TEST_PROVIDER_KEY\n');
  const payload = payloadIn(at.project(), recordedPayload('claude-code', 'PreToolUse'));
  const { status, json } = await at.post('claude-code', payload);
  expect(status).toBe(401);
  expect(JSON.stringify(json)).toContain('TRIPWIRE_AGENT_KEY');
  const key = await agentKey(at, AGENT);
  const keyed = { 'x-api-key': key };
  expect(await at.post('claude-code', payload, keyed)).toMatchObject({ status: 200, json: {} });
  const bare = await fetch(`${at.server.url}/hooks/claude-code`, {
    method: 'POST',
    headers: keyed,
    body: JSON.stringify(payload),
  });
  expect(bare.status).toBe(200);
});

test('where registration is closed, an agent that nobody registered is refused until somebody does', async () => {
  const at = await hookServerPlace('registration: closed\n');
  const payload = payloadIn(at.project(), recordedPayload('claude-code', 'PreToolUse'));
  const { status, json } = await at.post('claude-code', payload);
  expect(status).toBe(200);
  expect(isRefusal(json)).toBe(true);
  expect(at.server.gate.isKnown(AGENT)).toBe(false);
  await at.server.gate.register(AGENT, 'bob');
  expect(await at.post('claude-code', payload)).toMatchObject({ status: 200, json: {} });
});
