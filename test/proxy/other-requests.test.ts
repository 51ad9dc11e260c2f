/** What is no model call passes too, under the same gate, and disturbs nothing. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import type { FakeScript } from '../../src/testing/index.ts';
import { proxyToFixed } from './fixed-provider.ts';
import { endsOf, recordsOf } from './journal-rows.ts';
import { askMessages, geminiBody, plainBody } from './plain-ask.ts';
import { startedProxy } from './started-proxy.ts';

const hello: FakeScript = () => ({ text: 'Hello.' });
const stop = { agent: 'sam', action: 'deactivate', by: 'ann', why: 'seen enough' } as const;

describe('counting tokens and listing models', () => {
  test('pass, and are refused while the agent is stopped', async () => {
    const running = await startedProxy(hello);
    const base = running.baseUrl('sam', 'anthropic');
    const count = () =>
      fetch(`${base}/v1/messages/count_tokens`, { method: 'POST', body: plainBody() });
    const models = () => fetch(`${base}/v1/models`, { headers: { 'anthropic-version': '1' } });
    const chatModels = () => fetch(`${running.baseUrl('sam', 'openai')}/models`);
    const gemini = `${running.baseUrl('sam', 'gemini')}/v1beta/models`;
    const geminiModels = () => fetch(gemini);
    const geminiCount = () =>
      fetch(`${gemini}/fake-model:countTokens`, { method: 'POST', body: geminiBody() });

    expect(Object.keys((await (await count()).json()) as object)).toEqual(['input_tokens']);
    expect(await (await models()).json()).toMatchObject({ has_more: false });
    expect(await (await chatModels()).json()).toMatchObject({ object: 'list' });
    expect(Object.keys((await (await geminiModels()).json()) as object)).toEqual(['models']);
    expect(Object.keys((await (await geminiCount()).json()) as object)).toEqual(['totalTokens']);
    expect(running.provider.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /v1/messages/count_tokens',
      'GET /v1/models',
      'GET /v1/models',
      'GET /v1beta/models',
      'POST /v1beta/models/fake-model:countTokens',
    ]);

    await running.gate.operate(stop);
    const statuses: number[] = [];
    for (const asked of [count, models, chatModels, geminiModels, geminiCount]) {
      const response = await asked();
      statuses.push(response.status);
      expect(await response.text()).toContain('A person has to resume it: tripwire resume sam');
    }
    expect(statuses).toEqual([402, 402, 400, 403, 403]);
    expect(running.provider.requests).toHaveLength(5);
  });

  test('get an error also where the agent is told by a message: they expect no message', async () => {
    const running = await startedProxy(hello, { refusal: 'message' });
    await running.gate.register('sam', 'ann');
    await running.gate.operate(stop);
    const base = running.baseUrl('sam', 'anthropic');
    const count = await fetch(`${base}/v1/messages/count_tokens`, {
      method: 'POST',
      body: plainBody(),
    });
    const models = await fetch(`${base}/v1/models`);
    expect([count.status, models.status]).toEqual([402, 402]);
    expect((await askMessages(running)).status).toBe(200);
  });

  test('between two steps of a session do not make its answer be seen twice', async () => {
    const running = await startedProxy(hello);
    const headers = { 'x-claude-code-session-id': 'one', 'user-agent': 'claude-cli/2.1.325' };
    const question = { role: 'user', content: 'Where is the cat?' };
    const answer = { role: 'assistant', content: [{ type: 'text', text: 'Hello.' }] };
    await (await askMessages(running, { headers, messages: [question] })).text();
    await (await fetch(`${running.baseUrl('sam', 'anthropic')}/v1/models`, { headers })).text();
    const next = { role: 'user', content: 'And the dog?' };
    await (await askMessages(running, { headers, messages: [question, answer, next] })).text();
    const asked = (await recordsOf(running)).flatMap(({ record }) =>
      record.type === 'admit' ? [(record.observed?.digests ?? []).map(({ kind }) => kind)] : [],
    );
    expect(asked).toEqual([['prompt'], [], ['prompt']]);
  });
});

test('the base URL itself says that somebody is there', async () => {
  const running = await startedProxy(hello);
  for (const method of ['GET', 'HEAD']) {
    const response = await fetch(running.baseUrl('sam', 'anthropic'), { method });
    expect(response.status).toBe(200);
    expect((await response.text()) === '').toBe(method === 'HEAD');
  }
  expect(running.provider.requests).toEqual([]);
});

test('a web socket is answered with 426', async () => {
  const running = await startedProxy(hello);
  const socket = connect(running.proxy.port, '127.0.0.1');
  const lines = [
    'GET /agents/sam/openai/v1/responses HTTP/1.1',
    `host: 127.0.0.1:${running.proxy.port}`,
    'connection: Upgrade',
    'upgrade: websocket',
    'sec-websocket-version: 13',
    'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n`);
  let said = '';
  socket.on('data', (part: Buffer) => {
    said += part.toString();
  });
  await once(socket, 'close');
  expect(said).toMatch(/^HTTP\/1\.1 426 /);
  expect(running.provider.requests).toEqual([]);
});

test('a request in pieces arrives with its length', async () => {
  const running = await startedProxy(hello);
  const url = `${running.baseUrl('sam', 'anthropic')}/v1/messages`;
  const body = new Blob([plainBody()]).stream();
  const response = await fetch(url, { method: 'POST', body, duplex: 'half' });
  expect(response.status).toBe(200);
  const [request] = running.provider.requests;
  expect(request?.rawBody.toString()).toBe(plainBody());
  expect(request?.headers['content-length']).toBe(String(plainBody().length));
  expect(request?.headers['transfer-encoding']).toBeUndefined();
});

describe('a compressed request', () => {
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };

  test('goes on as it came, and is understood', async () => {
    // The fake provider does not unpack, so its error comes back; what was asked is judged all the same.
    const running = await startedProxy(hello);
    const body = gzipSync(plainBody());
    const url = `${running.baseUrl('sam', 'anthropic')}/v1/messages`;
    await (await fetch(url, { method: 'POST', headers, body })).text();
    const [request] = running.provider.requests;
    expect(request?.rawBody.equals(body)).toBe(true);
    expect(request?.headers['content-encoding']).toBe('gzip');
    const [admit] = (await recordsOf(running)).filter(({ record }) => record.type === 'admit');
    expect(admit?.record).toHaveProperty('observed.prompt');
  });

  test('is estimated from what it says, not from its bytes', async () => {
    const text = 'one two three four five six seven eight nine ten '.repeat(200);
    const messages = [{ role: 'user', content: text }];
    const bytes = Buffer.from('{"type":"message","content":[{"type":"text","text":"Ten."}]}');
    const running = await proxyToFixed({ headers: { 'content-type': 'application/json' }, bytes });
    const to = `${running.baseUrl('sam', 'anthropic')}/v1/messages`;
    const body = gzipSync(plainBody({ messages }));
    await (await fetch(to, { method: 'POST', headers, body })).text();
    await vi.waitFor(async () => expect(await endsOf(running)).toHaveLength(1));
    const [end] = await endsOf(running);
    expect(end?.tokensUsed).toBeGreaterThan(2_000);
  });

  test('that unpacks to more than can be read is refused', async () => {
    const running = await startedProxy(hello);
    const body = gzipSync(Buffer.alloc(40 * 1024 * 1024));
    const url = `${running.baseUrl('sam', 'anthropic')}/v1/messages`;
    const response = await fetch(url, { method: 'POST', headers, body });
    expect(response.status).toBe(413);
    expect(running.provider.requests).toEqual([]);
  });
});

test('a client that hangs up before the answer lets go of the provider', async () => {
  const running = await startedProxy(() => new Promise<never>(() => undefined));
  const gone = new AbortController();
  const asking = askMessages(running, { signal: gone.signal }).catch(() => null);
  await vi.waitFor(() => expect(running.provider.requests).toHaveLength(1));
  gone.abort();
  expect(await asking).toBeNull();
  await running.provider.requests[0]?.over;
  expect(running.provider.requests[0]?.aborted).toBe(true);
  await vi.waitFor(async () => expect(await endsOf(running)).toHaveLength(1));
  // The provider was asked and charges for it: what was reserved for the call stays spent.
  const [end] = await endsOf(running);
  expect(end).toMatchObject({ status: 'PARTIAL', cachedTokens: 0 });
  expect(end?.tokensUsed).toBeGreaterThan(0);
  expect(running.gate.openCalls).toBe(0);
});
