/** The client as a page uses it: a cookie it cannot read, and a second secret that it sends along. */
import { expect, test } from 'vitest';
import { ApiClient, ApiProblem } from '../../src/control/api/client.ts';
import { runningControl, TOKEN } from './running-control.ts';

/** A browser's jar for one origin, and what its page keeps. */
function browser(url: string) {
  let cookie = '';
  const kept: { secret: string | null } = { secret: null };
  const send: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('cookie', cookie);
    headers.set('origin', url);
    if (kept.secret !== null) headers.set('x-csrf-token', kept.secret);
    const response = await fetch(input, { ...init, headers });
    const [set] = response.headers.getSetCookie();
    if (set !== undefined) cookie = set.split(';')[0] ?? '';
    return response;
  };
  return { kept, page: () => new ApiClient({ url, fetch: send }) };
}

test('signs in with the code of a link, acts, reloads, and signs out', async () => {
  const { control, gate } = await runningControl();
  await gate.register('crawler', 'test');
  const { page, kept } = browser(control.url);
  const code = new URL(control.signInLink()).hash.replace('#code=', '');
  const first = page();
  await expect(first.call('GET /api/session')).rejects.toThrow(ApiProblem);
  const session = await first.call('POST /api/session', { body: { code, name: 'ada' } });
  expect(session).toMatchObject({ name: 'ada', role: 'admin' });
  kept.secret = session.csrf_token;
  const crawler = { params: { id: 'crawler' } };
  await first.call('POST /api/agents/:id/pause', { ...crawler, body: { why: 'odd' } });
  expect((await gate.agent('crawler')).holds).toMatchObject([{ by: 'ada', why: 'odd' }]);

  const reloaded = page();
  expect(await reloaded.call('GET /api/session')).toMatchObject({ name: 'ada' });
  await reloaded.call('POST /api/agents/:id/resume', crawler);
  expect((await gate.agent('crawler')).holds).toEqual([]);

  // With the cookie alone, as a server on another port would have it: looking, and no more.
  kept.secret = null;
  const thief = page();
  expect(await thief.call('GET /api/agents')).toHaveLength(1);
  await expect(thief.call('GET /api/session')).rejects.toMatchObject({ status: 403 });
  await expect(thief.call('POST /api/stop-all')).rejects.toMatchObject({ status: 403 });

  kept.secret = session.csrf_token;
  await reloaded.call('DELETE /api/session');
  await expect(reloaded.call('GET /api/agents')).rejects.toMatchObject({ status: 401 });
});

test('a problem tells its type, and the address of a download is whole', async () => {
  const { control } = await runningControl();
  const client = new ApiClient({ url: control.url, token: TOKEN });
  await expect(
    client.call('GET /api/agents/:id', { params: { id: 'no/body' } }),
  ).rejects.toMatchObject({
    status: 404,
    type: 'urn:tripwire:problem:unknown-agent',
  });
  const address = client.address('GET /api/events/export', {
    query: { format: 'csv', agent: 'a b' },
  });
  expect(address).toBe(`${control.url}/api/events/export?format=csv&agent=a+b`);
});
