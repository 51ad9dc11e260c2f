/** Sessions of browsers outlive a restart, and only those that still may; links sign in as whoever asked for them. */
import { expect, test } from 'vitest';
import { startControl, type ControlServer } from '../../src/control/index.ts';
import { FROZEN_V0_2 } from '../../src/core/index.ts';
import { createMemoryStore, type Store } from '../../src/store/index.ts';
import { testGate } from '../kit/test-gate.ts';
import { runningControl, stopTrial, TOKEN } from './running-control.ts';

const OTHER_TOKEN = 'another-token-of-the-owner-0123456789';

interface Signed {
  readonly cookie: string;
  readonly 'x-csrf-token': string;
}

async function signIn(url: string, how: object): Promise<Signed> {
  const answer = await fetch(`${url}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(how),
  });
  expect(answer.status).toBe(201);
  const { csrf_token: csrf } = (await answer.json()) as { csrf_token: string };
  return {
    cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '',
    'x-csrf-token': csrf,
  };
}

/** A server on a store that outlives it; returns what the work in it returned. */
async function during<Value>(
  store: Store,
  token: string,
  work: (control: ControlServer) => Promise<Value>,
): Promise<Value> {
  const gate = await testGate({ store });
  const control = await startControl({
    gate,
    store,
    host: '127.0.0.1',
    port: 0,
    token,
    allowRemote: false,
    version: '0.1.0',
    constitution: FROZEN_V0_2,
    dataDir: 'a-data-folder',
    stopCheck: stopTrial(null),
  });
  try {
    return await work(control);
  } finally {
    await control.close();
    gate.close();
  }
}

const who = async (url: string, signed: Signed) => {
  const answer = await fetch(`${url}/api/session`, { headers: { ...signed } });
  return answer.status === 200 ? ((await answer.json()) as { name: string }).name : answer.status;
};

test('a restart signs nobody out; another token of the owner does', async () => {
  const store = createMemoryStore();
  const signed = await during(store, TOKEN, ({ url }) => signIn(url, { token: TOKEN }));
  await during(store, TOKEN, async ({ url }) => {
    expect(await who(url, signed)).toBe('admin');
    expect(await who(url, { ...signed, 'x-csrf-token': 'guessed' })).toBe(403);
    const stop = { method: 'POST', headers: { ...signed, 'content-type': 'application/json' } };
    const stopped = await fetch(`${url}/api/stop-all`, { ...stop, body: '{}' });
    expect(stopped.status, 'what changes something works, too').toBe(200);
  });
  const kept = JSON.stringify(await store.documents({ kind: 'sign-in', limit: 10 }));
  expect(kept).not.toContain(signed.cookie.split('=')[1]);
  expect(kept).not.toContain(signed['x-csrf-token']);
  expect(kept).not.toContain(TOKEN);
  await during(store, OTHER_TOKEN, async ({ url }) => expect(await who(url, signed)).toBe(401));
  await during(store, TOKEN, async ({ url }) =>
    expect(await who(url, signed), 'and it does not come back').toBe(401),
  );
});

test('who signed out, or whose token was taken back, stays out after a restart', async () => {
  const store = createMemoryStore();
  const { out, leaver } = await during(store, TOKEN, async ({ url }) => {
    const admin = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
    const made = await fetch(`${url}/api/tokens`, {
      method: 'POST',
      headers: admin,
      body: JSON.stringify({ name: 'kai', role: 'operator' }),
    });
    const { token, id } = (await made.json()) as { token: string; id: string };
    const session = await signIn(url, { token });
    expect(await who(url, session)).toBe('kai');
    const gone = await signIn(url, { token: TOKEN });
    await fetch(`${url}/api/session`, { method: 'DELETE', headers: { ...gone } });
    await fetch(`${url}/api/tokens/${id}`, { method: 'DELETE', headers: admin });
    return { out: gone, leaver: session };
  });
  await during(store, TOKEN, async ({ url }) => {
    expect([await who(url, out), await who(url, leaver)]).toEqual([401, 401]);
  });
  expect(await store.documents({ kind: 'sign-in', limit: 10 })).toEqual([]);
});

test('a new link signs in as whoever asked for it, once, and is recorded', async () => {
  const { control, ask, store } = await runningControl();
  const { body: made } = await ask('/api/tokens', {
    method: 'POST',
    body: { name: 'kai', role: 'operator' },
  });
  const { token } = made as { token: string };
  const link = async (of: string) => {
    const { status, body } = await ask('/api/session/link', {
      method: 'POST',
      token: of,
      body: {},
    });
    expect(status).toBe(201);
    const { url, expires_at: until } = body as { url: string; expires_at: number };
    expect(url.startsWith(`${control.url}/#code=`)).toBe(true);
    expect(until).toBeGreaterThan(Date.now());
    return { code: url.split('#code=')[1] ?? '' };
  };
  expect(await who(control.url, await signIn(control.url, await link(TOKEN)))).toBe('admin');
  const code = await link(token);
  const operator = await signIn(control.url, code);
  expect(await who(control.url, operator)).toBe('kai');
  const again = await ask('/api/session', { method: 'POST', token: null, body: code });
  expect(again.status).toBe(401);
  const tokens = await fetch(`${control.url}/api/tokens`, { headers: { ...operator } });
  expect(tokens.status, 'an operator stays an operator').toBe(403);
  const events = await store.events({ agent: '*', limit: 100 });
  expect(events.map(({ reason }) => reason).join('\n')).toContain('kai made a sign-in link');
  expect((await ask('/api/session/link', { method: 'POST', token: null, body: {} })).status).toBe(
    401,
  );
});
