/** What is no proper request gets an error in the provider's own form, and the provider goes on. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startFakeProvider, type FakeProvider } from './provider.ts';
import type { FakeAnswer } from './turn.ts';

const forms: Readonly<Record<string, (status: number) => object>> = {
  '/v1/messages': () => ({ type: 'error', error: { type: 'invalid_request_error' } }),
  '/v1/chat/completions': () => ({ error: { type: 'invalid_request_error', param: null } }),
  '/v1/responses': () => ({ error: { type: 'invalid_request_error', param: null } }),
  '/v1beta/models/m:generateContent': (code) => ({ error: { code, status: 'INVALID_ARGUMENT' } }),
};
const paths = Object.keys(forms);
const good = JSON.stringify({ model: 'm', messages: [], input: [], contents: [] });
const hostile = [
  '',
  'not JSON',
  '{"model":"m"',
  'null',
  '[]',
  '7',
  '{}',
  '{"model":"m","messages":"go","input":7,"contents":{}}',
  '['.repeat(100_000),
  Buffer.from([0xff, 0xfe, 0x00, 0x01]),
];

let provider: FakeProvider;
let answer: (index: number) => FakeAnswer;

beforeEach(async () => {
  answer = () => ({ text: 'fine' });
  provider = await startFakeProvider({ script: (_, index) => answer(index) });
});

afterEach(() => provider.close());

function send(path: string, body: string | Uint8Array<ArrayBuffer>): Promise<Response> {
  return fetch(`${provider.url}${path}`, { method: 'POST', body });
}

describe.each(paths)('%s', (path) => {
  test('refuses hostile bodies with 400 in its own form, then answers a good one', async () => {
    for (const body of hostile) {
      const response = await send(path, body);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject(forms[path]?.(400) ?? {});
    }
    const response = await send(path, good);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('fine');
    expect(provider.requests).toHaveLength(hostile.length + 1);
  });

  test('survives messages of any shape', async () => {
    const odd: unknown[] = [null, 7, 'x', [], {}, { role: 'user' }, { role: 7, content: [null] }];
    odd.push({ role: 'assistant', content: null, tool_calls: [null, {}], parts: [null, {}] });
    const body = JSON.stringify({ model: 'm', messages: odd, input: odd, contents: odd });
    const response = await send(path, body);
    expect(response.status).toBe(200);
  });

  test('a script that throws is the provider’s internal error', async () => {
    answer = () => {
      throw new Error('no such scene');
    };
    const response = await send(path, good);
    expect(response.status).toBe(500);
    expect(await response.text()).toContain('no such scene');
  });

  test.each([0, -1, 1.5, Number.NaN])('pieces of %d characters are refused', async (chunkChars) => {
    answer = () => ({ text: 'fine', pace: { chunkChars } });
    const response = await send(path, good);
    expect(response.status).toBe(500);
    expect(await response.text()).toContain('pace.chunkChars must be a whole number from 1');
  });
});

describe('other requests', () => {
  test('a path of nobody is not found, in the words of whom it seems to mean', async () => {
    const anthropic = await send('/agents/one/v1/messages', good);
    expect(anthropic.status).toBe(404);
    expect(await anthropic.json()).toMatchObject({ error: { type: 'not_found_error' } });
    const gemini = await send('/models/m:generateContent', good);
    expect(await gemini.json()).toMatchObject({ error: { status: 'NOT_FOUND' } });
    const other = await fetch(`${provider.url}/v1/chat/completions`);
    expect(other.status).toBe(404);
    expect(await other.json()).toMatchObject({ error: { code: 'not_found' } });
  });

  test('no script is asked for what is no turn', async () => {
    answer = (index) => ({ text: `turn ${index}` });
    expect((await fetch(provider.url, { method: 'HEAD' })).status).toBe(200);
    expect((await fetch(`${provider.url}/v1/models`)).status).toBe(200);
    expect((await send('/v1/messages/count_tokens', good)).status).toBe(200);
    expect(await (await send('/v1/messages', good)).text()).toContain('turn 0');
    expect(provider.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'HEAD /',
      'GET /v1/models',
      'POST /v1/messages/count_tokens',
      'POST /v1/messages',
    ]);
  });

  test('a web socket is declined with 426', async () => {
    const socket = connect(Number(new URL(provider.url).port), '127.0.0.1');
    const head = 'GET /v1/responses HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\n';
    socket.write(`${head}Upgrade: websocket\r\n\r\n`);
    const [bytes] = (await once(socket, 'data')) as [Buffer];
    expect(bytes.toString()).toMatch(/^HTTP\/1\.1 426 /);
    socket.destroy();
  });

  test('a client that leaves while it sends is seen, with what it sent', async () => {
    const socket = connect(Number(new URL(provider.url).port), '127.0.0.1');
    const head = 'POST /v1/messages HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n';
    socket.write(`${head}{"model":`);
    await expect.poll(() => provider.requests.length).toBe(1);
    socket.destroy();
    const [request] = provider.requests;
    await request?.over;
    await expect.poll(() => request?.rawBody.toString()).toBe('{"model":');
    expect(request).toMatchObject({ aborted: true, bytesSent: 0, body: undefined });
  });

  test('the bytes of the request are kept as they came', async () => {
    const body = '{ "model":"m",\n\t"messages" : [] }';
    await (await send('/v1/messages?beta=true', body)).text();
    const [request] = provider.requests;
    expect(request?.rawBody.toString()).toBe(body);
    expect(request).toMatchObject({ path: '/v1/messages?beta=true', body: { model: 'm' } });
  });

  test('a port that is taken is an error of starting', async () => {
    const port = Number(new URL(provider.url).port);
    const second = startFakeProvider({ script: () => ({}), port });
    await expect(second).rejects.toThrow('EADDRINUSE');
  });
});
