/** Every door of the control plane, from its own table: nothing opens without a token, a role, or the right page. */
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { Endpoint } from '../../src/control/api/endpoint.ts';
import { endpoints } from '../../src/control/api/endpoints.ts';
import { runs } from '../kit/runs.ts';
import { runningControl, TOKEN, type RunningControl, type Sent } from './running-control.ts';

// Hundreds of requests each; how long they take says nothing.
vi.setConfig({ testTimeout: 120_000 });

const doors = Object.entries<Endpoint>(endpoints).map(([name, { access }]) => {
  const [method = '', path = ''] = name.split(' ');
  return { name, method, access, path: path.replace(':id', 'crawler') };
});
const guarded = doors.filter(({ access }) => access !== 'anyone');
const methods = ['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'HEAD', 'OPTIONS'];

interface SignedIn {
  readonly cookie: string;
  readonly csrf: string;
}

async function signIn({ ask }: RunningControl, token = TOKEN): Promise<SignedIn> {
  const { headers, body } = await ask('/api/session', {
    method: 'POST',
    token: null,
    body: { token },
  });
  const [set = ''] = headers['set-cookie'] ?? [];
  return { cookie: set.split(';')[0] ?? '', csrf: (body as { csrf_token: string }).csrf_token };
}

/** Everything that a foreigner could have changed. */
async function stateOf({ gate, store }: RunningControl): Promise<string> {
  const kinds = ['token', 'alert-channel', 'alert-rule', 'control-settings', 'incident'];
  const documents = await Promise.all(kinds.map((kind) => store.documents({ kind, limit: 100 })));
  const heads = (await store.heads()).map(({ agent, seq }) => [agent, seq]);
  return JSON.stringify([
    heads,
    documents,
    (await gate.agents()).map(({ id, holds }) => [id, holds]),
  ]);
}

describe('every path with every method', () => {
  test('answers nobody without a token, and changes nothing', async () => {
    const running = await runningControl();
    await running.gate.register('crawler', 'test');
    const before = await stateOf(running);
    const paths = [...new Set(doors.map(({ path }) => path))];
    for (const path of paths) {
      for (const method of methods) {
        if (path === '/api/session' && method === 'POST') continue;
        const sent = { method, token: null, ...(method === 'HEAD' ? {} : { body: {} }) };
        const { status } = await running.ask(path, sent);
        expect([401, 429], `${method} ${path}`).toContain(status);
      }
    }
    expect(await stateOf(running)).toBe(before);
  });

  test.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example:4181', 'a b'])(
    'opens nothing to the Host "%s"',
    async (host) => {
      const running = await runningControl();
      for (const { method, path } of doors) {
        const { status } = await running.ask(path, { method, headers: { host } });
        expect([400, 403], path).toContain(status);
      }
    },
  );

  test.each([
    { origin: 'http://evil.example' },
    { origin: 'null' },
    { origin: 'http://127.0.0.1:1' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('opens nothing to a page with %o', async (headers) => {
    const running = await runningControl();
    for (const { method, path } of doors) {
      const { status, body } = await running.ask(path, { method, headers });
      expect(status, path).toBe(403);
      expect(body).toMatchObject({ type: 'urn:tripwire:problem:web-page' });
    }
  });
});

describe('roles', () => {
  test.each([
    ['viewer', ['operator', 'admin']],
    ['operator', ['admin']],
  ] as const)('a %s gets no further than that', async (role, beyond) => {
    const running = await runningControl();
    await running.gate.register('crawler', 'test');
    const made = await running.ask('/api/tokens', { method: 'POST', body: { name: 'ada', role } });
    const { token } = made.body as { token: string };
    const before = await stateOf(running);
    for (const { name, method, path, access } of guarded) {
      const sent = { method, token, ...(method === 'GET' ? {} : { body: {} }) };
      const { status, body } = await running.ask(path, sent);
      const isBeyond = (beyond as readonly string[]).includes(access);
      if (isBeyond)
        expect(body, name).toMatchObject({
          status: 403,
          type: 'urn:tripwire:problem:role-too-low',
        });
      else expect([401, 403], name).not.toContain(status);
    }
    if (role === 'viewer') expect(await stateOf(running)).toBe(before);
  });

  test('what somebody did is recorded under the name of their token, and a token taken back opens nothing', async () => {
    const running = await runningControl();
    await running.gate.register('crawler', 'test');
    const made = await running.ask('/api/tokens', {
      method: 'POST',
      body: { name: 'ada', role: 'operator' },
    });
    const { token, id } = made.body as { token: string; id: string };
    const stop = { method: 'POST', token, body: { by: 'the boss', why: 'odd' } };
    expect((await running.ask('/api/agents/crawler/deactivate', stop)).status).toBe(200);
    const [event] = await running.store.events({ agent: 'crawler', type: 'hold', limit: 1 });
    expect(JSON.parse(event?.details ?? '')).toMatchObject({ by: 'ada (the boss)' });
    const session = await signIn(running, token);
    const look = (): Sent => ({ token: null, headers: { cookie: session.cookie } });
    expect((await running.ask('/api/agents', look())).status).toBe(200);
    await running.ask(`/api/tokens/${id}`, { method: 'DELETE' });
    expect((await running.ask('/api/agents', { token })).status).toBe(401);
    expect((await running.ask('/api/agents', look())).status).toBe(401);
    const notes = await running.store.events({ agent: '*', type: 'note', limit: 10 });
    expect(notes.map(({ reason }) => reason)).toEqual([
      'api made the token ada (operator)',
      `api took the token ${id} back`,
    ]);
  });
});

describe('the session of a browser', () => {
  test('is a cookie that scripts cannot read, and reads only', async () => {
    const running = await runningControl();
    await running.gate.register('crawler', 'test');
    const answer = await running.ask('/api/session', {
      method: 'POST',
      token: null,
      body: { token: TOKEN },
    });
    expect(answer.status).toBe(201);
    const [set = ''] = answer.headers['set-cookie'] ?? [];
    expect(set).toMatch(
      /^tripwire_session=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/,
    );
    expect(set).not.toContain(TOKEN);
    const { cookie, csrf } = await signIn(running);
    const origin = running.control.url;
    for (const { name, method, path } of guarded) {
      const sent = { method, token: null, headers: { cookie, origin } };
      const { status, body } = await running.ask(path, sent);
      if (method === 'GET' && path !== '/api/session')
        expect([401, 403], name).not.toContain(status);
      else
        expect(body, name).toMatchObject({
          status: 403,
          type: 'urn:tripwire:problem:foreign-page',
        });
    }
    const stop = (more: Record<string, string>) =>
      running.ask('/api/agents/crawler/pause', {
        method: 'POST',
        token: null,
        headers: { cookie, origin, ...more },
      });
    expect((await stop({ 'x-csrf-token': `${csrf}x` })).status).toBe(403);
    const other = await signIn(running);
    expect((await stop({ 'x-csrf-token': other.csrf })).status).toBe(403);
    expect((await running.gate.agent('crawler')).holds).toEqual([]);
    expect((await stop({ 'x-csrf-token': csrf })).status).toBe(200);
    expect((await running.gate.agent('crawler')).holds).toMatchObject([{ by: 'admin' }]);
  });

  test('ends when the person signs out, and after twelve hours without use', async () => {
    let nowMs = 1_000_000;
    const time = { wallMs: () => 1_000_000, monotonicMs: () => nowMs };
    const running = await runningControl({ time });
    const { cookie, csrf } = await signIn(running);
    const headers = { cookie, 'x-csrf-token': csrf };
    const look = async () => (await running.ask('/api/agents', { token: null, headers })).status;
    nowMs += 11 * 3_600_000;
    expect(await look()).toBe(200);
    nowMs += 11 * 3_600_000;
    expect(await look()).toBe(200);
    nowMs += 12 * 3_600_000;
    expect(await look()).toBe(401);
    const again = await signIn(running);
    const out = { token: null, headers: { cookie: again.cookie, 'x-csrf-token': again.csrf } };
    const ended = await running.ask('/api/session', { method: 'DELETE', ...out });
    expect(ended.headers['set-cookie']?.[0]).toContain('Max-Age=0');
    expect((await running.ask('/api/agents', out)).status).toBe(401);
  });

  test('a sign-in link works once, for a quarter of an hour, and keeps its code from the server', async () => {
    let nowMs = 1_000_000;
    const time = { wallMs: () => 1_000_000, monotonicMs: () => nowMs };
    const { control, ask } = await runningControl({ time });
    const sign = async (link: string) => {
      const url = new URL(link);
      expect(url.search).toBe('');
      const code = url.hash.replace('#code=', '');
      expect(code).not.toBe(TOKEN);
      return (await ask('/api/session', { method: 'POST', token: null, body: { code } })).status;
    };
    const link = control.signInLink();
    expect(await sign(link)).toBe(201);
    expect(await sign(link)).toBe(401);
    const old = control.signInLink();
    nowMs += 15 * 60_000;
    expect(await sign(old)).toBe(401);
  });

  test('guesses are answered ten times a minute', async () => {
    const { ask } = await runningControl();
    const guess = async () =>
      (await ask('/api/session', { method: 'POST', token: null, body: { token: 'guess' } })).status;
    for (let count = 0; count < 10; count += 1) expect(await guess()).toBe(401);
    expect(await guess()).toBe(429);
    const right = await ask('/api/session', {
      method: 'POST',
      token: null,
      body: { token: TOKEN },
    });
    expect(right.status).toBe(201);
  });

  test('a token in the address is none', async () => {
    const { ask } = await runningControl();
    for (const path of [`/api/agents?token=${TOKEN}`, `/api/agents?access_token=${TOKEN}`]) {
      const { status, text } = await ask(path, { token: null });
      expect(status).toBe(401);
      expect(text).not.toContain(TOKEN);
    }
    const { status, text } = await ask(`/api/agents?token=${TOKEN}`);
    expect(status).toBe(400);
    expect(text).not.toContain(TOKEN);
  });
});

test('malformed requests by the thousand: each gets a problem, none an internal error, and nothing changes', async () => {
  const running = await runningControl();
  await running.gate.register('crawler', 'test');
  const before = await stateOf(running);
  const anyPath = fc.oneof(
    fc.constantFrom(...doors.map(({ path }) => path)),
    fc.webPath(),
    fc.constantFrom(
      '/api/agents/%ff',
      '/api/agents/..%2f',
      '/api//',
      '//evil.example/api',
      '/api/agents/__proto__',
    ),
  );
  const junk = fc.oneof(
    fc.json(),
    fc.string({ maxLength: 40 }),
    fc.constantFrom(
      '{"__proto__":{"role":"admin"}}',
      '[[[',
      '{"by":null}',
      '"x"',
      '{"token":{}}',
      '{"unknown":1}',
    ),
  );
  const request = fc.record({
    path: anyPath,
    method: fc.constantFrom(...methods.filter((method) => method !== 'HEAD')),
    raw: junk,
    query: fc.oneof(
      fc.constant(''),
      fc.webQueryParameters().map((query) => `?${query}`),
    ),
    type: fc.constantFrom('application/json', 'text/plain', 'application/json; charset=x', ''),
  });
  const samples = fc.sample(request, { ...runs(2_000), seed: 9 });
  const outcomes = new Map<number, number>();
  const harmless = new Set(['GET']);
  for (let start = 0; start < samples.length; start += 50) {
    const group = samples.slice(start, start + 50);
    await Promise.all(
      group.map(async ({ path, method, raw, query, type }) => {
        // Bodies that would be a valid act are not malformed.
        const body =
          method === 'GET' || /^\s*\{\s*\}\s*$/.test(raw) || raw === '' ? '{"unknown":1}' : raw;
        const { status, headers } = await running.ask(`${path}${query}`, {
          method,
          ...(harmless.has(method) ? {} : { raw: body, headers: { 'content-type': type } }),
        });
        outcomes.set(status, (outcomes.get(status) ?? 0) + 1);
        if (status >= 400) expect(headers['content-type']).toBe('application/problem+json');
        expect(status, `${method} ${path}${query} ${body}`).toBeLessThan(500);
      }),
    );
  }
  expect([...outcomes.values()].reduce((sum, count) => sum + count, 0)).toBe(samples.length);
  expect((await running.ask('/api/status')).status).toBe(200);
  expect(await stateOf(running)).toBe(before);
}, 120_000);
