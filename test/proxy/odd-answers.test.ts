/** Answers that do not come as they should are read all the same, and go on as they came. */
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startFakeProvider } from '../../src/testing/index.ts';
import type { RunningProxy } from '../kit/running-proxy.ts';
import { proxyToFixed } from './fixed-provider.ts';
import { endsOf, recordsOf } from './journal-rows.ts';
import { askMessages, plainBody } from './plain-ask.ts';
import { startedProxy } from './started-proxy.ts';

/** A stream that calls one tool, as the fake provider writes it. */
async function streamBytes(): Promise<Buffer> {
  const toolCalls = [{ name: 'look', args: { at: 'the attic' } }];
  const usage = { input: 50, output: 20 };
  const provider = await startFakeProvider({ script: () => ({ toolCalls, usage }) });
  onTestFinished(provider.close);
  const body = plainBody({ stream: true });
  const response = await fetch(`${provider.url}/v1/messages`, { method: 'POST', body });
  return Buffer.from(await response.arrayBuffer());
}

async function toolCallsSeen(running: RunningProxy) {
  await vi.waitFor(async () => expect(await endsOf(running)).toHaveLength(1));
  const records = (await recordsOf(running)).map(({ record }) => record);
  return {
    asked: records.flatMap((one) =>
      one.type === 'admit' && one.purpose === 'tool' ? [one.estimate.toolCalls] : [],
    ),
    counted: records.flatMap((one) => (one.type === 'event' ? [one.event.toolCalls] : [])),
  };
}

test('a stream that is compressed although nobody asked for it', async () => {
  const bytes = await streamBytes();
  const headers = { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' };
  const running = await proxyToFixed({ headers, bytes: gzipSync(bytes) });
  const response = await askMessages(running, { stream: true });
  expect(response.headers.get('content-encoding')).toBe('gzip');
  expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  expect(await toolCallsSeen(running)).toEqual({ asked: [1], counted: [1] });
  expect(await endsOf(running)).toMatchObject([{ status: 'SUCCESS', tokensUsed: 70 }]);
});

test('a stream that calls itself plain text', async () => {
  const bytes = await streamBytes();
  const running = await proxyToFixed({ headers: { 'content-type': 'text/plain' }, bytes });
  const response = await askMessages(running, { stream: true });
  expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  expect(await toolCallsSeen(running)).toEqual({ asked: [1], counted: [1] });
});

test('an answer that cannot be unpacked may call a tool, so the gate is asked', async () => {
  const headers = {
    'content-type': 'application/json',
    'x-odd': 'yes',
    'content-encoding': 'pack200',
  };
  const running = await proxyToFixed({ headers, bytes: Buffer.from([1, 2, 3]) });
  const response = await askMessages(running);
  expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from([1, 2, 3]));
  expect((await toolCallsSeen(running)).asked).toEqual([1]);
});

test('a stream that the provider breaks off ends broken, not as if it were whole', async () => {
  const pace = { endAbruptlyAfterChunks: 4 };
  const running = await startedProxy(() => ({ text: 'Where the cat is, nobody knows.', pace }));
  const response = await askMessages(running, { stream: true });
  await expect(response.text()).rejects.toThrow();
  await vi.waitFor(async () => expect(await endsOf(running)).toHaveLength(1));
  expect(await endsOf(running)).toMatchObject([{ status: 'FAILED' }]);
  expect(running.gate.openCalls).toBe(0);
});

test('an answer that the provider breaks off before it is whole becomes a 502', async () => {
  const pace = { chunkChars: 40, endAbruptlyAfterChunks: 2 };
  const running = await startedProxy(() => ({ text: 'Where the cat is, nobody knows.', pace }));
  const response = await askMessages(running);
  expect(response.status).toBe(502);
  expect(await response.text()).toContain('the answer of anthropic broke off');
  await vi.waitFor(async () => expect(await endsOf(running)).toHaveLength(1));
  expect(await endsOf(running)).toMatchObject([{ status: 'FAILED' }]);
});

test('a redirect goes to the client, and nobody follows it', async () => {
  const headers = { location: 'http://elsewhere.invalid/v1/messages' };
  const running = await proxyToFixed({ status: 307, headers, bytes: Buffer.alloc(0) });
  const url = `${running.baseUrl('sam', 'anthropic')}/v1/messages`;
  const response = await fetch(url, { method: 'POST', body: plainBody(), redirect: 'manual' });
  expect(response.status).toBe(307);
  expect(response.headers.get('location')).toBe(headers.location);
});

test('the words beside the status are the usual ones', async () => {
  const headers = { 'content-type': 'application/json' };
  const running = await proxyToFixed({ words: 'Fine', headers, bytes: Buffer.from('{}') });
  const response = await askMessages(running);
  expect([response.status, response.statusText]).toEqual([200, 'OK']);
});

test('an error of the provider goes through as it is', async () => {
  const error = { message: 'come back later', type: 'overloaded_error' };
  const headers = { 'retry-after': '7' };
  const running = await startedProxy(() => ({ status: 529, error, headers }));
  for (const stream of [false, true]) {
    const response = await askMessages(running, { stream });
    expect(response.status).toBe(529);
    expect(response.headers.get('retry-after')).toBe('7');
    expect(await response.json()).toMatchObject({ error });
  }
  await vi.waitFor(async () => expect(await endsOf(running)).toHaveLength(2));
  expect((await endsOf(running)).map(({ status }) => status)).toEqual(['PARTIAL', 'PARTIAL']);
});
