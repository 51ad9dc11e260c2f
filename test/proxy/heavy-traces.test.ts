/** Traces that are made to take long to read: refused, or cut, and nobody else waits for them. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, test, vi } from 'vitest';
import { wholeServer, type WholeServer } from '../kit/whole-server.ts';
import { otlpJson, toolSpan } from './otlp-bodies.ts';

vi.setConfig({ testTimeout: 60_000 });

async function send(
  at: WholeServer,
  path: string,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
) {
  const answer = await fetch(`${at.server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  return { status: answer.status, text: await answer.text() };
}

/** A field of protobuf that has a length: a message, a text or bytes. */
function field(number: number, bytes: Uint8Array): Buffer {
  const length: number[] = [];
  let left = bytes.length;
  for (; left > 127; left = Math.floor(left / 128)) length.push((left % 128) + 128);
  return Buffer.concat([Buffer.from([number * 8 + 2, ...length, left]), bytes]);
}

test('more values than anybody reads are refused, however they are packed', async () => {
  const at = await wholeServer();
  const path = '/agents/sam/v1/traces';
  const many = `[${'0,'.repeat(600_000)}0]`;
  const span = (args: object) => toolSpan('genai', { tool: 'work', args, result: 'ok' });
  const written = otlpJson([span({ at: 'HERE' })]);
  const asText = written.replace(JSON.stringify('{"at":"HERE"}'), JSON.stringify(many));
  expect(asText).not.toBe(written);
  expect(await send(at, path, asText)).toMatchObject({
    status: 400,
    text: expect.stringContaining('values') as unknown,
  });
  const value = field(1, field(2, field(1, Buffer.from('x'))));
  const pairs = Buffer.alloc(600_000 * value.length, value);
  const flood = field(1, field(2, field(2, field(9, field(2, field(6, pairs))))));
  expect(await send(at, path, flood, { 'content-type': 'application/x-protobuf' })).toMatchObject({
    status: 400,
  });
  const inText = field(
    9,
    Buffer.concat([field(1, Buffer.from('k')), field(2, field(1, Buffer.from(many)))]),
  );
  const packed = field(1, field(2, field(2, inText)));
  expect(await send(at, path, packed, { 'content-type': 'application/x-protobuf' })).toMatchObject({
    status: 400,
  });
  expect(await at.api('/api/agents')).toEqual([]);
});

test('arguments nested without end are taken as they are', async () => {
  const at = await wholeServer();
  const deep = `${'['.repeat(40_000)}${']'.repeat(40_000)}`;
  const written = otlpJson([
    toolSpan('genai', { tool: 'work', args: { at: 'HERE' }, result: 'ok' }),
  ]);
  const body = written.replace(JSON.stringify('{"at":"HERE"}'), JSON.stringify(deep));
  expect(await send(at, '/agents/sam/v1/traces', body)).toEqual({ status: 200, text: '{}' });
});

test('while thousands of steps are judged, others are answered', async () => {
  const at = await wholeServer();
  const words = 'word '.repeat(500);
  const spans = Array.from({ length: 2_000 }, (_, index) =>
    toolSpan('genai', { tool: 'work', args: { index }, result: `${index} ${words}` }),
  );
  const body = otlpJson(spans);
  // How long the server kept everybody waiting at most: it runs in this process.
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const began = performance.now();
  expect(await send(at, '/agents/sam/v1/traces', body)).toMatchObject({ status: 200 });
  const tookMs = performance.now() - began;
  delay.disable();
  expect(delay.max / 1e6).toBeLessThan(tookMs / 2);
});
