/** Budgets see what is spent at endpoints that nobody reads, and let alone what spends nothing. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import type { Budgets } from '../../src/core/index.ts';
import type { RunningProxy } from '../kit/running-proxy.ts';
import { startedProxy } from './started-proxy.ts';

const EVENTS = 'text/event-stream';
const JSON_TYPE = 'application/json';
const TOLD = '"usage":{"prompt_tokens":60000,"completion_tokens":40000,"total_tokens":100000}';

interface Answers {
  readonly type: string;
  readonly body: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A data plane in front of a provider that answers everything like this. */
async function answering(answer: Answers, budgets: Budgets) {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    request.resume();
    request.on('end', () => {
      response.writeHead(200, { 'content-type': answer.type, ...answer.headers });
      response.end(answer.body);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const one = (format: 'openai' | 'gemini' | 'anthropic') => ({ url, format, headers: [] });
  const upstreams = { openai: one('openai'), anthropic: one('anthropic'), gemini: one('gemini') };
  const running = await startedProxy(() => ({}), {}, { upstreams, limits: { budgets } });
  return { running, asked: () => asked };
}

async function ask(running: RunningProxy, path: string, body: object | string, method = 'POST') {
  const answer = await fetch(`${running.proxy.url}/agents/sam/${path}`, {
    method,
    headers: {
      'content-type': typeof body === 'string' ? 'multipart/form-data; boundary=x' : JSON_TYPE,
    },
    ...(method === 'GET' ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  await vi.waitFor(() => expect(running.gate.openCalls).toBe(0), { timeout: 60_000 });
  return { status: answer.status, text };
}

const spentBy = async (running: RunningProxy) =>
  (await running.gate.agent('sam')).budgets[0]?.spent ?? 0;

const vectors = JSON.stringify(Array.from({ length: 40_000 }, (_, index) => index / 7));
const told: readonly (readonly [string, string, object | string, Answers])[] = [
  [
    'old completions',
    'openai/v1/completions',
    { model: 'm', prompt: 'p' },
    { type: JSON_TYPE, body: `{"choices":[],${TOLD}}` },
  ],
  [
    'streamed',
    'openai/v1/completions',
    { model: 'm', stream: true },
    { type: EVENTS, body: `data: {"choices":[]}\n\ndata: {${TOLD}}\n\ndata: [DONE]\n\n` },
  ],
  [
    'embeddings that are larger than what is kept',
    'openai/v1/embeddings',
    { model: 'm', input: 'a' },
    { type: JSON_TYPE, body: `{"data":[{"embedding":${vectors}}],${TOLD}}` },
  ],
  [
    'packed',
    'openai/v1/embeddings',
    { model: 'm', input: 'a' },
    { type: JSON_TYPE, body: gzipSync(`{${TOLD}}`), headers: { 'content-encoding': 'gzip' } },
  ],
  [
    'an upload',
    'openai/v1/images/edits',
    '--x\r\n\r\n--x--',
    { type: JSON_TYPE, body: `{"data":[],${TOLD}}` },
  ],
  [
    'a path of tomorrow',
    'openai/v1/not-there-yet',
    {},
    { type: JSON_TYPE, body: `{"response":{${TOLD}}}` },
  ],
  [
    'Gemini',
    'gemini/v1beta/models/m:predict',
    {},
    { type: JSON_TYPE, body: '{"usageMetadata":{"totalTokenCount":100000}}' },
  ],
  [
    'lines',
    'openai/api/generate',
    { model: 'm' },
    {
      type: 'application/x-ndjson',
      body: '{"response":"a"}\n{"prompt_eval_count":60000,"eval_count":40000}\n',
    },
  ],
];

describe('a budget of tokens', () => {
  for (const [name, path, body, answer] of told) {
    verifies('X6', `counts what an answer tells: ${name}`, async () => {
      const { running, asked } = await answering(answer, { tokensPerDay: 1_000 });
      expect((await ask(running, path, body)).status).toBe(200);
      expect(await spentBy(running)).toBe(100_000);
      // What names no model reserves nothing, so it is refused by what is spent.
      const refused = await ask(running, 'openai/v1/completions', { model: 'm', prompt: 'p' });
      expect(refused.text).toContain('budget_spent');
      expect(asked()).toBe(1);
    });
  }

  verifies('X6', 'counts an answer that tells nothing as it was estimated', async () => {
    const answer = { type: JSON_TYPE, body: '{"embedding":{"values":[1,2,3]}}' };
    const { running, asked } = await answering(answer, { tokensPerDay: 5_000 });
    const body = { content: { parts: [{ text: 'a word '.repeat(1_000) }] } };
    const path = 'gemini/v1beta/models/m:embedContent';
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await ask(running, path, body)).status);
    expect(statuses).toEqual([200, 200, 403, 403, 403, 403]);
    expect(asked()).toBe(2);
  });

  const later: readonly (readonly [string, object])[] = [
    ['anthropic/v1/messages/batches', { requests: [] }],
    ['openai/v1/batches', {}],
    ['openai/v1/responses', { model: 'm', input: 'a', background: true }],
    ['gemini/v1beta/models/m:batchGenerateContent', {}],
    ['openai/v1/realtime/client_secrets', {}],
    ['openai/v1/threads/t/runs', {}],
  ];
  for (const [path, body] of later) {
    verifies('X6', `does not let spend later, unseen: ${path}`, async () => {
      const answer = { type: JSON_TYPE, body: '{}' };
      const tight = await answering(answer, { tokensPerDay: 1_000_000 });
      const refused = await ask(tight.running, path, body);
      expect([refused.status >= 400, refused.text.includes('spending_unseen')]).toEqual([
        true,
        true,
      ]);
      expect(tight.asked()).toBe(0);
      const free = await answering(answer, { callsPerDay: 10 });
      expect((await ask(free.running, path, body)).status).toBe(200);
    });
  }
});

test('what only looks, counts or uploads spends nothing', async () => {
  const answer = { type: JSON_TYPE, body: `{"data":[],${TOLD}}` };
  const { running } = await answering(answer, { tokensPerDay: 1_000 });
  const looks = ['openai/v1/models', 'openai/v1/responses/resp_1', 'openai/v1/batches/b'];
  for (const path of looks) expect((await ask(running, path, {}, 'GET')).status).toBe(200);
  const counted = await ask(running, 'anthropic/v1/messages/count_tokens', { messages: [] });
  expect(counted.status).toBe(200);
  expect(await spentBy(running)).toBe(0);
  const plain = await answering(
    { type: JSON_TYPE, body: '{"id":"file-1","bytes":9}' },
    { tokensPerDay: 1_000 },
  );
  for (let n = 0; n < 5; n += 1) {
    expect((await ask(plain.running, 'openai/v1/files', '--x\r\n\r\n--x--')).status).toBe(200);
  }
  expect(await spentBy(plain.running)).toBe(0);
});
