/** The life of an agent's key, as agents and people meet it: made, used, listed, rotated, expired, revoked. */
import { describe, expect, test, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { hookServerPlace, type HookServerPlace } from '../hooks/hook-server.ts';
import { callControl } from '../hostile/control-call.ts';
import { runTripwire } from '../kit/run-tripwire.ts';

vi.setConfig({ testTimeout: 60_000 });

const HELD = 'upstreams:\n  anthropic:\n    key: env:TEST_PROVIDER_KEY\n';

interface Key {
  readonly id: string;
  readonly key: string;
  readonly agent: string;
  readonly last_used_at: number | null;
  readonly expires_at: number | null;
  readonly is_expired: boolean;
}

async function status(at: HookServerPlace, key: string | null): Promise<number> {
  const answer = await fetch(`${at.server.url}/agents/one/anthropic/v1/models`, {
    headers: { 'anthropic-version': '1', ...(key === null ? {} : { 'x-api-key': key }) },
  });
  await answer.text();
  return answer.status;
}

async function made(at: HookServerPlace, body: object = {}): Promise<Key> {
  await callControl(at, 'POST', '/api/agents', { name: 'one' });
  return (await callControl(at, 'POST', '/api/agents/one/keys', body)).body as Key;
}

async function listed(at: HookServerPlace) {
  const { body } = await callControl(at, 'GET', '/api/keys');
  return body as { readonly required: boolean; readonly keys: readonly Key[] };
}

const acts = async (at: HookServerPlace) => {
  const { body } = await callControl(at, 'GET', '/api/events?type=note&limit=100');
  return JSON.stringify(body);
};

describe('a key', () => {
  verifies(
    'X15',
    'is listed with its last use, revoked at once, and all of it is recorded',
    async () => {
      const at = await hookServerPlace(HELD);
      const { id, key } = await made(at, { label: 'laptop' });
      expect((await listed(at)).keys).toMatchObject([
        { id, agent: 'one', label: 'laptop', last_used_at: null, expires_at: null },
      ]);
      expect(JSON.stringify(await listed(at))).not.toContain(key);
      expect(await status(at, key)).toBe(200);
      expect((await listed(at)).keys[0]?.last_used_at).toBeGreaterThan(0);
      const removed = await callControl(at, 'DELETE', `/api/keys/${id}`);
      expect(removed).toEqual({ status: 200, body: { removed: true, required: true } });
      expect(await status(at, key)).toBe(401);
      expect((await callControl(at, 'DELETE', `/api/keys/${id}`)).status).toBe(404);
      await vi.waitFor(async () =>
        expect(await acts(at)).toContain(`revoked the key ${id} of one`),
      );
      expect(await acts(at)).toContain(`made the key ${id} for one`);
      expect(await acts(at)).not.toContain(key);
    },
  );

  verifies('X15', 'expires, and says so', async () => {
    const at = await hookServerPlace(HELD);
    const { key } = await made(at, { expires_in_s: 1 });
    const lasting = await made(at, { expires_in_s: 86_400 });
    await vi.waitFor(async () => expect(await status(at, key)).toBe(401), { timeout: 60_000 });
    expect((await listed(at)).keys.map(({ is_expired }) => is_expired)).toEqual([true, false]);
    expect(await status(at, lasting.key)).toBe(200);
  });

  verifies('X15', 'is rotated: the old one works as long as it is told to', async () => {
    const at = await hookServerPlace(HELD);
    const first = await made(at, { label: 'laptop' });
    const rotate = async (id: string, body: object) =>
      (await callControl(at, 'POST', `/api/keys/${id}/rotate`, body)).body as Key;
    const second = await rotate(first.id, { grace_s: 3_600 });
    expect([await status(at, first.key), await status(at, second.key)]).toEqual([200, 200]);
    const third = await rotate(second.id, {});
    expect([await status(at, second.key), await status(at, third.key)]).toEqual([401, 200]);
    expect(third).toMatchObject({ agent: 'one', label: 'laptop', expires_at: null });
    const refused = await callControl(at, 'POST', '/api/keys/0000/rotate', {});
    expect(refused.status).toBe(404);
    expect(
      (await callControl(at, 'POST', `/api/keys/${third.id}/rotate`, { grace_s: -1 })).status,
    ).toBe(400);
  });
});

describe('where no provider’s key is held', () => {
  verifies('X15', 'the last key that is revoked does not open the port', async () => {
    const at = await hookServerPlace();
    expect(await listed(at)).toEqual({ required: false, keys: [] });
    expect(await status(at, null)).toBe(200);
    const { id } = await made(at);
    expect(await status(at, null)).toBe(401);
    expect((await callControl(at, 'DELETE', '/api/keys')).status).toBe(400);
    await callControl(at, 'DELETE', `/api/keys/${id}`);
    expect(await listed(at)).toEqual({ required: true, keys: [] });
    expect(await status(at, null)).toBe(401);
    expect((await callControl(at, 'DELETE', '/api/keys')).status).toBe(200);
    expect(await status(at, null)).toBe(200);
  });
});

describe('tripwire keys', () => {
  test('makes, lists, rotates and revokes', async () => {
    const at = await hookServerPlace(HELD);
    const run = (...args: readonly string[]) => runTripwire(['keys', ...args], '', at.env);
    const json = async (...args: readonly string[]) => {
      const { code, stdout, stderr } = await run(...args, '--json');
      expect(code, stderr).toBe(0);
      return JSON.parse(stdout) as Key & { readonly keys: readonly Key[] };
    };
    const one = await json('make', 'one', '--label', 'ci', '--expires', '30d');
    expect(await status(at, one.key)).toBe(200);
    const shown = await run();
    expect(shown.stdout).toMatch(new RegExp(`${one.id} +one +"ci" +made .* last used .* expires `));
    expect(shown.stdout).not.toContain(one.key);
    const next = await json('rotate', one.id);
    expect([await status(at, one.key), await status(at, next.key)]).toEqual([401, 200]);
    expect((await run('revoke', next.id)).stdout).toContain('is revoked');
    expect(await status(at, next.key)).toBe(401);
    expect((await run('revoke', next.id)).code).toBe(1);
    expect((await run('make', 'one', '--expires', 'soon')).code).toBe(2);
    expect((await run('juggle')).code).toBe(2);
  });
});
