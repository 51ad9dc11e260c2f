/** Who gets in: the token, the names of the server, the limits. Every path is behind the same checks. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { startControl } from '../../src/control/index.ts';
import { FROZEN_V0_2 } from '../../src/core/index.ts';
import {
  asking,
  callOnce,
  runningControl,
  stopTrial,
  TOKEN,
  type Sent,
} from './running-control.ts';

const paths: readonly (readonly [string, string])[] = [
  ['GET', '/api/status'],
  ['GET', '/api/agents'],
  ['POST', '/api/agents'],
  ['GET', '/api/agents/crawler'],
  ['GET', '/api/agents/crawler/events'],
  ['PATCH', '/api/agents/crawler/kill-switch'],
  ['POST', '/api/agents/crawler/keys'],
  ['POST', '/api/agents/crawler/activate'],
  ['POST', '/api/agents/crawler/deactivate'],
  ['POST', '/api/agents/crawler/pause'],
  ['POST', '/api/agents/crawler/resume'],
  ['POST', '/api/agents/crawler/restart'],
  ['POST', '/api/stop-all'],
  ['POST', '/api/resume-all'],
  ['GET', '/api/events'],
  ['GET', '/api/nothing'],
];

describe('every path', () => {
  test.each(paths)('%s %s needs the token, the right host and no origin', async (method, path) => {
    const { gate, ask } = await runningControl();
    await callOnce(gate, asking('crawler'));
    const refused = async (sent: Sent) => (await ask(path, { method, ...sent })).status;
    expect(await refused({ token: null })).toBe(401);
    expect(await refused({ token: `${TOKEN}x` })).toBe(401);
    expect(await refused({ headers: { host: 'evil.example' } })).toBe(403);
    expect(await refused({ headers: { origin: 'http://127.0.0.1' } })).toBe(403);
    expect((await callOnce(gate, asking('crawler'))).allowed).toBe(true);
    expect((await ask('/api/agents/crawler')).body).toMatchObject({ holds: [] });
  });

  test.each(['DELETE', 'PUT', 'OPTIONS', 'PATCH'])(
    'refuses %s with what it takes',
    async (method) => {
      const { ask } = await runningControl();
      const { status, headers, body } = await ask('/api/agents', { method });
      expect(status).toBe(405);
      expect(headers.allow).toBe('GET, POST');
      expect(body).toMatchObject({ type: 'urn:tripwire:problem:wrong-method', status: 405 });
    },
  );

  test.each(['/', '/api', '/api/agents/', '/api//agents', '/api/agents/a/b/c', '/api/../healthz'])(
    'there is nothing at %s',
    async (path) => {
      const { ask } = await runningControl();
      expect((await ask(path)).status).toBe(404);
    },
  );
});

test('healthz needs no token and tells nothing else', async () => {
  const { ask } = await runningControl();
  expect(await ask('/healthz', { token: null })).toMatchObject({ status: 200, body: { ok: true } });
  expect((await ask('/healthz', { token: null, headers: { host: 'evil.example' } })).status).toBe(
    403,
  );
});

test.each(['127.0.0.1:1', 'localhost', 'LOCALHOST:4181', '[::1]:4181'])(
  'the server may be called %s',
  async (host) => {
    const { ask } = await runningControl();
    expect((await ask('/api/status', { headers: { host } })).status).toBe(200);
  },
);

test.each([
  '10.0.0.1',
  'localhost.evil.example',
  '127.0.0.1@evil.example',
  '[::1',
  '0.0.0.0',
  'a b',
])('the server may not be called %s', async (host) => {
  const { ask } = await runningControl();
  expect((await ask('/api/status', { headers: { host } })).status).toBe(403);
});

describe('wrong tokens', () => {
  test('are answered ten times a minute; the right one passes all the time', async () => {
    let nowMs = 1_000_000;
    const time = { wallMs: () => 1_000_000, monotonicMs: () => nowMs };
    const { ask } = await runningControl({ time });
    const wrong = () => ask('/api/status', { token: 'guess' });
    for (let guess = 0; guess < 10; guess += 1) expect((await wrong()).status).toBe(401);
    nowMs += 20_000;
    const limited = await wrong();
    expect(limited.status).toBe(429);
    expect(limited.headers['retry-after']).toBe('40');
    expect((await ask('/api/status')).status).toBe(200);
    nowMs += 40_000;
    expect((await wrong()).status).toBe(401);
  });

  test('a key of an agent opens nothing', async () => {
    const { gate, ask } = await runningControl();
    await gate.register('a', 'test');
    const { body } = await ask('/api/agents/a/keys', { method: 'POST' });
    const { key } = body as { readonly key: string };
    expect((await ask('/api/status', { token: key })).status).toBe(401);
  });
});

describe('bodies and heads', () => {
  test('a body over a megabyte is refused, one of just that size is read', async () => {
    const { gate, ask } = await runningControl();
    await callOnce(gate, asking('crawler'));
    const path = '/api/agents/crawler/deactivate';
    const sized = (bytes: number) => `{"why":"${'x'.repeat(bytes - 10)}"}`;
    const over = await ask(path, { method: 'POST', raw: sized(1_048_577) });
    expect(over.status).toBe(413);
    const within = await ask(path, { method: 'POST', raw: sized(1_048_576) });
    expect(within.status).toBe(400);
    expect(within.text).toContain('field why ');
    expect((await callOnce(gate, asking('crawler'))).allowed).toBe(true);
  });

  test('what is no JSON is refused', async () => {
    const { gate, ask } = await runningControl();
    await gate.register('a', 'test');
    const post = (raw: string | Buffer, headers = {}) =>
      ask('/api/agents/a/deactivate', { method: 'POST', raw, headers });
    expect((await post('{"why":')).status).toBe(400);
    expect((await post(Buffer.from([0x7b, 0xff, 0x7d]))).status).toBe(400);
    expect((await post('null')).status).toBe(400);
    expect((await post('{}', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post('{}', { 'content-encoding': 'gzip' })).status).toBe(415);
    expect((await ask('/api/agents/a')).body).toMatchObject({ active: 1 });
  });

  test.each([
    [
      'a head of 20,000 bytes',
      `GET /healthz HTTP/1.1\r\nhost: localhost\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
      431,
    ],
    ['what is no HTTP', 'STOP crawler NOW\r\n\r\n', 400],
    ['an absolute address', `GET http://localhost/api HTTP/1.1\r\nhost: localhost\r\n\r\n`, 400],
    [
      'two names of the server',
      'GET /healthz HTTP/1.1\r\nhost: localhost\r\nhost: evil\r\n\r\n',
      403,
    ],
  ])('%s is answered as a problem', async (_, bytes, status) => {
    const { control } = await runningControl();
    const { hostname, port } = new URL(control.url);
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes('"detail"')) socket.end();
    });
    socket.write(bytes);
    await once(socket, 'close');
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(text).toContain('content-type: application/problem+json');
  });
});

describe('listening', () => {
  test('beyond this machine is refused unless it is allowed, and then needs a good token', async () => {
    const { gate, store } = await runningControl();
    const options = {
      gate,
      store,
      port: 0,
      version: '0',
      constitution: FROZEN_V0_2,
      dataDir: 'd',
      stopCheck: stopTrial(null),
    };
    const open = (allowRemote: boolean, token: string) =>
      startControl({ ...options, host: '0.0.0.0', allowRemote, token });
    await expect(open(false, TOKEN)).rejects.toThrow(/may not listen on 0\.0\.0\.0.*allow_remote/);
    await expect(open(true, 'short')).rejects.toThrow(/has 5 characters.*at least 32/);
    const control = await open(true, TOKEN);
    await control.close();
  });

  test('on a port that is taken says so', async () => {
    const { gate, store, control } = await runningControl();
    const port = Number(new URL(control.url).port);
    const started = startControl({
      gate,
      store,
      port,
      host: '127.0.0.1',
      token: TOKEN,
      allowRemote: false,
      version: '0',
      constitution: FROZEN_V0_2,
      dataDir: 'd',
      stopCheck: stopTrial(null),
    });
    await expect(started).rejects.toThrow(`port ${port} of 127.0.0.1 is taken`);
  });
});
