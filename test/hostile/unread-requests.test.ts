/** What is judged is what the provider reads: a model call that readers may read differently reaches none. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateRawSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import type { RunningProxy } from '../kit/running-proxy.ts';
import { recordsOf } from '../proxy/journal-rows.ts';
import { startedProxy } from '../proxy/started-proxy.ts';
import { rawRequest, sendRaw } from './raw-request.ts';
import { UNREAD, chatBody, type Unreadable } from './unread-tricks.ts';

interface Seen {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** A provider that takes whatever comes for a model call, as lenient servers do. */
async function lenient(): Promise<RunningProxy & { readonly seen: readonly Seen[] }> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      seen.push({ headers: request.headers, body: Buffer.concat(chunks) });
      const message = { role: 'assistant', content: 'Nothing new.' };
      const answer = { model: 'm', choices: [{ index: 0, finish_reason: 'stop', message }] };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const one = (format: 'openai' | 'gemini' | 'anthropic') => ({ url, format, headers: [] });
  const upstreams = {
    openai: one('openai'),
    anthropic: one('anthropic'),
    gemini: one('gemini'),
  };
  return Object.assign(await startedProxy(() => ({}), {}, { upstreams }), { seen });
}

async function ask(running: RunningProxy, asked: Partial<Unreadable> = {}) {
  const { method = 'POST', path = 'openai/v1/chat/completions', headers = [], body } = asked;
  const bytes = body ?? Buffer.from(chatBody());
  const answer = await sendRaw(
    running.proxy.port,
    rawRequest({
      method,
      target: `/agents/sam/${path}`,
      headers: [['content-length', String(bytes.length)], ...headers],
      body: bytes.toString('latin1'),
    }),
  );
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
  return { status, reason: /x-tripwire-reason: (\S+)/i.exec(answer)?.[1], text: answer };
}

describe('a model call that readers may read differently', () => {
  for (const trick of UNREAD) {
    verifies('T2', `does not pass: ${trick.name}`, async () => {
      const running = await lenient();
      const refused = await ask(running, trick);
      expect([refused.status, refused.text.includes(trick.says)], refused.text).toEqual([
        trick.status,
        true,
      ]);
      expect(running.seen).toEqual([]);
    });
  }

  verifies('T2', 'is refused in the provider’s format, recorded, and few records', async () => {
    const running = await lenient();
    const asked = { headers: [['content-encoding', 'x'] as const] };
    const first = await ask(running, asked);
    expect(first).toMatchObject({ status: 415, reason: 'request_unreadable' });
    expect(first.text).toMatch(/"error":\{.*request_unreadable/);
    for (let n = 0; n < 20; n += 1) expect((await ask(running, asked)).status).toBe(415);
    const records = (await recordsOf(running)).map(({ record }) => record);
    const notes = records.flatMap((one) => (one.type === 'signal' ? [one.details] : []));
    expect(notes).toEqual([expect.stringMatching(/^REQUEST_UNREADABLE: .*content-encoding/)]);
    expect(records.filter((one) => one.type === 'admit')).toMatchObject([
      { reserve: false, repeats: 1 },
    ]);
  });

  verifies('T8', 'hears of a stop first', async () => {
    const running = await lenient();
    await ask(running);
    await running.gate.operate({ agent: 'sam', action: 'deactivate', by: 'ann', why: 'enough' });
    const refused = await ask(running, { headers: [['content-encoding', 'x']] });
    expect(refused).toMatchObject({ status: 400, reason: 'manual' });
  });
});

describe('headers of the message', () => {
  verifies(
    'T2',
    'cannot be named away: the call is judged, and stopped like any other',
    async () => {
      const running = await lenient();
      const statuses = new Set<number>();
      for (let n = 0; n < 16; n += 1) {
        const named = [
          ['connection', 'close, accept-encoding, user-agent, x-named'],
          ['x-named', 'yes'],
          ['accept-encoding', 'gzip'],
        ] as const;
        statuses.add((await ask(running, { headers: named })).status);
        await vi.waitFor(() => expect(running.gate.openCalls).toBe(0));
      }
      expect([...statuses]).toEqual([200, 400]);
      expect(running.seen[0]?.headers).toMatchObject({ 'accept-encoding': 'gzip' });
      expect(running.seen[0]?.headers['x-named']).toBeUndefined();
    },
  );

  verifies('T2', 'that are named away are not judged by either', async () => {
    const running = await lenient();
    const headers = [
      ['user-agent', 'opencode/1.0'],
      ['x-session-id', 'decoy'],
      ['connection', 'close, x-session-id'],
    ] as const;
    expect((await ask(running, { headers })).status).toBe(200);
    expect(running.seen[0]?.headers['x-session-id']).toBeUndefined();
    const sessions = (await recordsOf(running)).map(({ record }) => record.session);
    expect(sessions).not.toContain('decoy');
  });
});

describe('a step in disguise', () => {
  const disguises: readonly (readonly [string, object])[] = [
    ['a field that the provider does not know', { generate: false }],
    ['another limit than the one that counts', { max_tokens: 1, max_completion_tokens: 4_096 }],
  ];
  test.each(disguises)('that asks for no answer by %s is stopped', async (_name, fields) => {
    const text = 'I looked at the same file again and found the same words in it. '.repeat(4);
    const running = await startedProxy(() => ({ text }));
    const statuses: number[] = [];
    for (let n = 0; n < 16; n += 1) {
      const body = Buffer.from(JSON.stringify({ ...JSON.parse(chatBody()), ...fields }));
      statuses.push((await ask(running, { body })).status);
      await vi.waitFor(() => expect(running.gate.openCalls).toBe(0));
    }
    expect(statuses).toContain(400);
  });
});

describe('healthy model calls', () => {
  const json = Buffer.from(chatBody());
  const packed: readonly (readonly [string, Buffer])[] = [
    ['gzip', gzipSync(json)],
    ['br', brotliCompressSync(json)],
    ['zstd', zstdCompressSync(json)],
    ['deflate', deflateRawSync(json)],
  ];
  const healthy: readonly (Partial<Unreadable> & { readonly name: string })[] = [
    ...packed.map(([name, body]) => ({
      name,
      body,
      headers: [['content-encoding', name] as const],
    })),
    ...[
      'application/json',
      'application/json; charset=utf-8',
      'Application/JSON;charset="UTF-8"',
      'text/plain;charset=UTF-8',
      'application/vnd.api+json',
    ].map((type) => ({ name: type, headers: [['content-type', type] as const] })),
    { name: 'a byte order mark', body: Buffer.from(`\u{feff}${chatBody()}`) },
    {
      name: 'long, with many separators in its text',
      body: Buffer.from(chatBody('a,b:{[]}"\\ '.repeat(60_000))),
    },
    { name: 'many lines', body: Buffer.from(JSON.stringify(JSON.parse(chatBody()), null, 2)) },
    {
      name: 'any key in schemas, arguments and metadata',
      body: Buffer.from(
        JSON.stringify({
          ...JSON.parse(chatBody()),
          metadata: { Model: 'a', model: 'b' },
          tools: [
            {
              type: 'function',
              function: { name: 'f', parameters: { properties: { Name: {}, name: {}, Role: {} } } },
            },
          ],
        }),
      ),
    },
    { name: 'a method that says what it is', headers: [['x-http-method-override', 'POST']] },
  ];

  test.each(healthy)('pass: $name', async (asked) => {
    const running = await lenient();
    expect((await ask(running, asked)).status).toBe(200);
    expect(running.seen[0]?.body.equals(asked.body ?? json)).toBe(true);
    const [admit] = (await recordsOf(running)).flatMap(({ record }) =>
      record.type === 'admit' ? [record] : [],
    );
    expect(admit).toHaveProperty('observed.prompt');
  });

  test('of another kind keep their own types', async () => {
    const running = await lenient();
    const headers = [['content-type', 'multipart/form-data; boundary=x']] as const;
    const body = Buffer.from(
      '--x\r\ncontent-disposition: form-data; name="file"\r\n\r\na\r\n--x--',
    );
    expect((await ask(running, { path: 'openai/v1/files', headers, body })).status).toBe(200);
    expect(running.seen[0]?.body.equals(body)).toBe(true);
  });
});
