/** Where keys are in use, nobody speaks in an agent's name without its key, whichever provider is asked. */
import { describe, expect, test, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { hookServerPlace, type HookServerPlace } from '../hooks/hook-server.ts';
import { callControl } from './control-call.ts';

vi.setConfig({ testTimeout: 60_000 });

const HELD = 'upstreams:\n  anthropic:\n    key: env:TEST_PROVIDER_KEY\n';
const IN_HEADER =
  'upstreams:\n  anthropic:\n    headers:\n      x-api-key: env:TEST_PROVIDER_KEY\n';
const chat = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Go on.' }] });

const asks: Readonly<Record<string, string>> = {
  openai: '/openai/v1/chat/completions',
  anthropic: '/anthropic/v1/messages',
  gemini: '/gemini/v1beta/models/m:generateContent',
};

async function ask(
  at: HookServerPlace,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body = chat,
) {
  const type = { 'content-type': 'application/json' };
  const answer = await fetch(`${at.server.url}${path}`, {
    method: 'POST',
    headers: { ...type, ...headers },
    body,
  });
  return { status: answer.status, text: await answer.text() };
}

async function keyFor(at: HookServerPlace, agent: string): Promise<string> {
  await callControl(at, 'POST', '/api/agents', { name: agent });
  const made = await callControl(at, 'POST', `/api/agents/${agent}/keys`, { label: 'test' });
  return (made.body as { readonly key: string }).key;
}

describe('a stopped agent', () => {
  const setups: readonly (readonly [string, string])[] = [
    ['a key of another provider is held', HELD],
    ['a secret of another provider is in a header', IN_HEADER],
    ['an agent was given a key', ''],
  ];
  for (const [name, yaml] of setups) {
    verifies('X15', `does not go on under another name where ${name}`, async () => {
      const at = await hookServerPlace(yaml);
      const key = await keyFor(at, 'one');
      const own = { 'x-tripwire-key': key, authorization: 'Bearer sk-own' };
      expect((await ask(at, `/agents/one${asks['openai']}`, own)).status).toBe(200);
      await callControl(at, 'POST', '/api/agents/one/deactivate', { why: 'enough' });
      expect((await ask(at, `/agents/one${asks['openai']}`, own)).status).toBe(400);
      const before = at.provider.requests.length;
      for (const path of Object.values(asks)) {
        for (const [target, headers] of [
          [`/agents/other${path}`, {}],
          [`/agents/other${path}`, { authorization: 'Bearer sk-own', 'x-api-key': 'sk-own' }],
          [path, { 'x-tripwire-agent': 'other' }],
          [`/agents/other${path}`, { 'x-tripwire-key': 'sk-own' }],
          [`/agents/other${path}`, own],
          [`/agents/other/${key}${path}`, {}],
          [`/agents/other/tw_unknown${path}`, {}],
        ] as const) {
          const { status, text } = await ask(at, target, headers);
          expect([401, 403], `${target} ${text}`).toContain(status);
        }
      }
      // Nor by a hook, which may release or report.
      const hook = await fetch(`${at.server.url}/agents/other/hooks/claude-code`, {
        method: 'POST',
        body: '{}',
      });
      expect(hook.status).toBe(401);
      expect(at.provider.requests).toHaveLength(before);
    });
  }
});

describe('healthy agents', () => {
  verifies('X15', 'show their key in any of its places, and no provider sees it', async () => {
    const at = await hookServerPlace(HELD);
    const key = await keyFor(at, 'one');
    for (const [target, headers] of [
      [`/agents/one${asks['anthropic']}`, { 'x-api-key': key }],
      [`/agents/one${asks['openai']}`, { 'x-tripwire-key': key, authorization: 'Bearer sk-own' }],
      [`/agents/one/${key}${asks['openai']}`, { authorization: 'Bearer sk-own' }],
      [asks['openai'] ?? '', { 'x-tripwire-key': key, authorization: 'Bearer sk-own' }],
    ] as const) {
      const { status, text } = await ask(at, target, headers);
      expect(status, text).toBe(200);
    }
    const seen = JSON.stringify(at.provider.requests.map(({ path, headers }) => [path, headers]));
    expect(seen).not.toContain(key);
    expect(seen).toContain('sk-own');
    expect(seen).toContain('sk-test');
  });

  test('need none where no key is in use', async () => {
    const at = await hookServerPlace();
    const { status } = await ask(at, `/agents/one${asks['openai']}`);
    expect(status).toBe(200);
  });
});
