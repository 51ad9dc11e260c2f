/** What is sent where traces are expected and is none, or more than anybody reads: refused, or taken and without effect. */
import { gzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { wholeServer } from '../kit/whole-server.ts';
import { otlpJson, toolSpan } from './otlp-bodies.ts';
import { agentOf, report, send } from './sent-traces.ts';

vi.setConfig({ testTimeout: 60_000 });

/** A field of protobuf that has a length: a message, a text or bytes. */
function field(number: number, bytes: Uint8Array): Buffer {
  const length: number[] = [];
  let left = bytes.length;
  for (; left > 127; left = Math.floor(left / 128)) length.push((left % 128) + 128);
  return Buffer.concat([Buffer.from([number * 8 + 2, ...length, left]), bytes]);
}

describe('what is no traces', () => {
  test('is refused by a status that is not tried again, and changes nothing', async () => {
    const at = await wholeServer();
    const path = '/agents/sam/v1/traces';
    const protobuf = { 'content-type': 'application/x-protobuf' };
    const packed = { 'content-encoding': 'gzip' };
    const asked = async (
      body: string | Uint8Array,
      headers: Readonly<Record<string, string>> = {},
    ) => (await send(at, path, body, headers)).status;
    expect(await asked('no JSON')).toBe(400);
    expect(await asked('[]')).toBe(400);
    expect(await asked('{"resourceSpans":3}')).toBe(400);
    expect(await asked(Buffer.from([0x0a, 0xff, 0x01]), protobuf)).toBe(400);
    expect(await asked('not gzip', packed)).toBe(400);
    expect(await asked('{}', { 'content-type': 'text/plain' })).toBe(415);
    expect(await asked(Buffer.alloc(9 * 1024 * 1024, 0x20))).toBe(413);
    const bomb = gzipSync(Buffer.alloc(40 * 1024 * 1024, 0x20));
    expect(await asked(bomb, packed)).toBe(413);
    expect((await send(at, '/agents/sam/v1/metrics', '{}')).status).toBe(404);
    expect((await fetch(`${at.server.url}${path}`)).status).toBe(405);
    expect(await at.api('/api/agents')).toEqual([]);
  });

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
    expect(await send(at, path, flood, { 'content-type': 'application/x-protobuf' })).toMatchObject(
      { status: 400 },
    );
    const inText = field(
      9,
      Buffer.concat([field(1, Buffer.from('k')), field(2, field(1, Buffer.from(many)))]),
    );
    const packed = field(1, field(2, field(2, inText)));
    expect(
      await send(at, path, packed, { 'content-type': 'application/x-protobuf' }),
    ).toMatchObject({ status: 400 });
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

  test('spans of others, empty bodies and unknown attributes are taken and mean nothing', async () => {
    const at = await wholeServer();
    const spans = [
      { attributes: { 'http.request.method': 'GET' } },
      {
        attributes: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.usage.input_tokens': 9_000 },
      },
      { attributes: { 'openinference.span.kind': 'CHAIN', 'llm.token_count.total': 9_000 } },
    ];
    expect(await report(at, 'sam', spans)).toEqual({ status: 200, text: '{}' });
    expect(await report(at, 'sam', [])).toEqual({ status: 200, text: '{}' });
    expect(await send(at, '/agents/sam/v1/traces', '{}')).toEqual({ status: 200, text: '{}' });
    const empty = { 'content-type': 'application/x-protobuf' };
    expect(await send(at, '/agents/sam/v1/traces', '', empty)).toEqual({ status: 200, text: '' });
    const { spend } = await agentOf(at, 'sam');
    expect(spend.today.tokens).toBe(0);
  });

  test('calls without arguments or results are counted and not judged, and the sender is told', async () => {
    const at = await wholeServer();
    const bare = Array.from({ length: 12 }, () => ({
      attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'run_tests' },
    }));
    const { status, text } = await report(at, 'sam', bare);
    expect(status).toBe(200);
    expect(text).toContain('12 tool calls were counted and not judged');
    expect(await agentOf(at, 'sam')).toMatchObject({ active: 1, holds: [] });
  });
});
