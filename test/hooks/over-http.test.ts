/** Hooks that a running server answers: the same answers as by command, and a stop binds them too. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
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
    const [alone, besides, asClient] = [temporaryFolder(), at.project(), at.project()];
    const said = (text: string, folder: string) => text.replaceAll(folder, '') || '{}';
    for (const { title, payload } of recordedPayloads(client)) {
      const hook = (folder: string, env = {}) =>
        runTripwire(['hook', client], JSON.stringify(payloadIn(folder, payload)), env);
      const byItself = await hook(alone);
      const withServer = await hook(besides, { ...at.env, TRIPWIRE_URL: at.server.url });
      expect({ ...withServer, stdout: said(withServer.stdout, besides) }, title).toEqual({
        ...byItself,
        stdout: said(byItself.stdout, alone),
      });
      const { status, json } = await at.post(client, payloadIn(asClient, payload));
      expect(status, title).toBe(200);
      const byHttp = said(JSON.stringify(json), join(at.stateFolder(), '..'));
      expect(JSON.parse(byHttp), title).toEqual(JSON.parse(said(byItself.stdout, alone)));
    }
  });

  test('what a person put into the project is seen by the hook’s own process', async () => {
    const at = await hookServerPlace();
    const folder = at.project();
    const payload = JSON.stringify(payloadIn(folder, recordedPayload(client, tool)));
    const hook = () =>
      runTripwire(['hook', client], payload, { ...at.env, TRIPWIRE_URL: at.server.url });
    expect(isRefusal((await hook()).stdout)).toBe(false);
    mkdirSync(join(folder, '.geometry'), { recursive: true });
    writeFileSync(join(folder, '.geometry', 'PAUSE'), '');
    expect(isRefusal((await hook()).stdout)).toBe(true);
    expect(readdirSync(at.data)).not.toContain('hooks');
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
    ];
    for (const payload of bad) {
      const { status, json } = await at.post(client, payload);
      expect(status).toBe(200);
      expect(isRefusal(json), JSON.stringify(payload)).toBe(true);
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
  const manifest = readFileSync(join(at.stateFolder(), 'MANIFEST.yaml'), 'utf8');
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
