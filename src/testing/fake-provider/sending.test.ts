/** How answers go out: reproducible, paced, cut, compressed, only as fast as they are read. */
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { startFakeProvider, type FakeProvider } from './provider.ts';
import type { FakeAnswer, FakeScript } from './turn.ts';

const paths = [
  '/v1/messages',
  '/v1/chat/completions',
  '/v1/responses',
  '/v1beta/models/m:streamGenerateContent?alt=sse',
];
const messages = [{ role: 'user', content: 'go' }];
const streamed = JSON.stringify({
  model: 'm',
  stream: true,
  stream_options: { include_usage: true },
  messages,
  input: 'go',
  contents: [],
});
const whole = JSON.stringify({ model: 'm', messages, input: 'go', contents: [] });
const text = 'a text of several pieces, '.repeat(10);

const open: FakeProvider[] = [];

async function start(script: FakeScript): Promise<FakeProvider> {
  const provider = await startFakeProvider({ script });
  open.push(provider);
  return provider;
}

const saying = (answer: FakeAnswer) => start(() => answer);

async function post(
  provider: FakeProvider,
  body: string,
  path = '/v1/messages',
  headers: Record<string, string> = {},
): Promise<IncomingMessage> {
  const request = httpRequest(`${provider.url}${path}`, { method: 'POST', headers, agent: false });
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
}

async function bytesOf(response: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of response as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((provider) => provider.close()));
});

describe('bytes', () => {
  test.each(paths)('%s: the same request at the same index gives the same bytes', async (path) => {
    const answer: FakeAnswer = {
      text,
      reasoning: 'hm',
      toolCalls: [{ name: 't', args: { a: 1 } }],
    };
    const take = async () => {
      const provider = await saying(answer);
      const response = await post(provider, streamed, path);
      return { head: response.rawHeaders, bytes: await bytesOf(response) };
    };
    const [first, second] = [await take(), await take()];
    expect(second).toEqual(first);
  });

  test('another index gives other ids', async () => {
    const provider = await saying({ toolCalls: [{ name: 't', args: {} }] });
    const first = await bytesOf(await post(provider, whole));
    const second = await bytesOf(await post(provider, whole));
    expect(first.toString()).toContain('toolu_000000_0');
    expect(second.toString()).toContain('toolu_000001_0');
  });

  test.each(paths)('%s: no usage when the provider reports none', async (path) => {
    const silent = await bytesOf(await post(await saying({ text, usage: null }), streamed, path));
    expect(silent.toString()).not.toMatch(/_tokens|TokenCount/);
    const told = await bytesOf(await post(await saying({ text }), streamed, path));
    expect(told.toString()).toMatch(/_tokens|TokenCount/);
  });

  test('what was sent is counted, and an answer that was read to its end is not aborted', async () => {
    const provider = await saying({ text });
    const bytes = await bytesOf(await post(provider, streamed));
    await provider.requests[0]?.over;
    expect(provider.requests[0]).toMatchObject({ aborted: false, bytesSent: bytes.length });
  });

  test.each([streamed, whole])('compressed for those who accept it', async (body) => {
    const provider = await saying({ text, gzip: true });
    const url = `${provider.url}/v1/messages`;
    const plain = await post(provider, body);
    expect(plain.headers['content-encoding']).toBeUndefined();
    const plainBytes = await bytesOf(plain);
    const packed = await fetch(url, { method: 'POST', body });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect((await packed.text()).replaceAll('000001', '000000')).toBe(plainBytes.toString());
    await provider.requests[1]?.over;
    expect(provider.requests[1]?.bytesSent).toBeLessThan(plainBytes.length);
  });

  test('a compressed chunk can be read before the next one is sent', async () => {
    const provider = await saying({ text, gzip: true, pace: { hangAfterChunks: 2 } });
    const response = await fetch(`${provider.url}/v1/messages`, { method: 'POST', body: streamed });
    const decoder = new TextDecoder();
    let seen = '';
    for await (const part of response.body as AsyncIterable<Uint8Array>) {
      seen += decoder.decode(part, { stream: true });
      if (seen.includes('content_block_start')) break;
    }
    expect(seen).toContain('content_block_start');
  });
});

describe('an answer that does not end', () => {
  test('hangs until the client leaves, and says how much had been sent', async () => {
    const provider = await saying({ text, pace: { hangAfterChunks: 4 } });
    const response = await post(provider, streamed);
    let seen = '';
    for await (const part of response as AsyncIterable<Buffer>) {
      seen += part.toString();
      if (seen.split('\n\n').length > 4) break;
    }
    const [request] = provider.requests;
    expect(request?.aborted).toBe(false);
    response.destroy();
    await request?.over;
    expect(request).toMatchObject({ aborted: true, bytesSent: Buffer.byteLength(seen) });
  });

  test('may not even begin', async () => {
    const asked = Promise.withResolvers<void>();
    const provider = await start(() => {
      asked.resolve();
      return { text, pace: { hangAfterChunks: 0 } };
    });
    const leaving = new AbortController();
    const { signal } = leaving;
    const url = `${provider.url}/v1/messages`;
    const answer = fetch(url, { method: 'POST', body: whole, signal });
    await asked.promise;
    leaving.abort();
    await expect(answer).rejects.toThrow();
    await provider.requests[0]?.over;
    expect(provider.requests[0]).toMatchObject({ aborted: true, bytesSent: 0 });
  });

  test.each([streamed, whole])('breaks off, which is not the doing of the client', async (body) => {
    const pace = { endAbruptlyAfterChunks: 2, chunkChars: 40 };
    const provider = await saying({ text, pace });
    const response = await post(provider, body);
    await expect(bytesOf(response)).rejects.toThrow('aborted');
    await provider.requests[0]?.over;
    expect(provider.requests[0]?.aborted).toBe(false);
    expect(provider.requests[0]?.bytesSent).toBeGreaterThan(0);
  });

  test('breaks off before it begins', async () => {
    const provider = await saying({ text, pace: { endAbruptlyAfterChunks: 0 } });
    await expect(post(provider, whole)).rejects.toThrow('socket hang up');
    expect(provider.requests[0]).toMatchObject({ aborted: false, bytesSent: 0 });
  });

  test('is cut when the provider closes', async () => {
    const provider = await saying({ text, pace: { hangAfterChunks: 1 } });
    const bytes = bytesOf(await post(provider, streamed));
    await Promise.all([provider.close(), expect(bytes).rejects.toThrow('aborted')]);
    expect(provider.requests[0]?.aborted).toBe(false);
  });
});

test('a client that does not read is not flooded', async () => {
  const huge = 'x'.repeat(48 * 1_024 * 1_024);
  const provider = await saying({ text: huge, pace: { chunkChars: 65_536 } });
  const response = await post(provider, streamed);
  const [request] = provider.requests;
  response.pause();
  // The provider stands still when two looks in a row, with turns of its loop in between, see the same.
  let before = -1;
  while (before !== request?.bytesSent) {
    before = request?.bytesSent ?? 0;
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
  expect(request.bytesSent).toBeLessThan(huge.length / 2);
  const bytes = await bytesOf(response);
  expect(bytes.length).toBeGreaterThan(huge.length);
  expect(request.bytesSent).toBe(bytes.length);
});

test('a paced answer comes whole', async () => {
  const pace = { pauseBeforeMs: 1, chunkDelayMs: 1, chunkChars: 50 };
  const provider = await saying({ text, pace });
  const bytes = await bytesOf(await post(provider, streamed));
  expect(bytes.toString()).toContain('message_stop');
  expect(bytes.toString().match(/text_delta/g)).toHaveLength(Math.ceil(text.length / 50));
});
