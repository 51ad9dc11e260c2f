/** The Anthropic codec: what every codec must do, and what only this format has. */
import { describe, expect, test } from 'vitest';
import { presentChecks } from '../../../test/wire/codec-conformance.ts';
import {
  end,
  json,
  open,
  start,
  stop,
  tool,
  anthropicUnderTest,
} from '../../../test/wire/samples/anthropic.ts';
import { SseSplitter } from '../sse-frames.ts';
import { anthropicCodec } from './codec.ts';

describe('what every codec must do', () => {
  for (const { name, run } of presentChecks(anthropicUnderTest)) test(name, run);
});

function completing(frames: readonly string[]): readonly string[][] {
  const reader = anthropicCodec.follow();
  const splitter = new SseSplitter();
  const taken = splitter
    .push(Buffer.from(frames.join('')))
    .map((one) => reader.take(one).completes.map(({ callId }) => callId ?? ''));
  return [...taken, reader.end().completes.map(({ callId }) => callId ?? '')];
}

describe('what only this format has', () => {
  test('tools that the provider runs wait for nobody, but they are calls', () => {
    const server = { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'x' } };
    const mcp = { type: 'mcp_tool_use', id: 'm1', name: 'echo', server_name: 's', input: {} };
    const frames = [start(), open(0, server), stop(0), open(1, mcp), stop(1), ...end('end_turn')];
    expect(completing(frames).flat()).toEqual([]);
    const said = anthropicCodec.readResponse({ content: [server, mcp] });
    expect(said.toolCalls.map(({ tool: name }) => name)).toEqual(['web_search', 'echo']);
  });

  test('a tool block of a kind that nobody knows yet waits', () => {
    const block = { type: 'remote_tool_use', id: 'r1', name: 'x', input: {} };
    expect(completing([start(), open(0, block), stop(0)])).toEqual([[], [], ['r1'], []]);
  });

  test('a block that nobody closes is complete at the end of the message, and told once', () => {
    const frames = [start(), open(0, tool('t1', 'A')), ...end('tool_use'), stop(0)];
    expect(completing(frames)).toEqual([[], [], ['t1'], [], [], []]);
  });

  test('a call that goes on after its end is told again', () => {
    const frames = [start(), open(0, tool('t1', 'A')), stop(0), json(0, '{}'), stop(0), stop(0)];
    expect(completing(frames)).toEqual([[], [], ['t1'], [], ['t1'], [], []]);
  });

  test('an index that is used again is a new block', () => {
    const frames = [start(), open(0, tool('t1', 'A')), stop(0), open(0, tool('t2', 'B')), stop(0)];
    expect(completing(frames).flat()).toEqual(['t1', 't2']);
  });

  test('two events in one frame are both read', () => {
    const events = [start(), open(0, tool('t1', 'A')), stop(0)].map((one) => one.trimEnd());
    expect(completing([`${events.join('\n')}\n\n`])).toEqual([['t1'], []]);
  });

  test('writes to the cache, told by how long they stay', () => {
    const cache_creation = { ephemeral_5m_input_tokens: 3, ephemeral_1h_input_tokens: 4 };
    const said = anthropicCodec.readResponse({
      content: [],
      usage: { input_tokens: 1, cache_creation },
    });
    expect(said.usage).toMatchObject({ inputTokens: 1, cacheWriteTokens: 7, outputTokens: 0 });
  });

  test('the error body of a refusal', () => {
    const refusal = { agent: 'a', kind: 'manual', reason: 'a person said so', remedy: 'Ask.' };
    const { body: bytes, headers } = anthropicCodec.refusal(refusal);
    const message = 'Agent "a" is stopped (manual): a person said so. Ask.';
    const tripwire = { code: 'manual', agent: 'a', reason: 'a person said so', remedy: 'Ask.' };
    const error = { type: 'agent_stopped', message, tripwire };
    expect(JSON.parse(bytes.toString())).toEqual({
      type: 'error',
      error,
      request_id: headers['request-id'],
    });
    expect(headers['request-id']).toMatch(/^req_[a-z]{20}$/);
    const ending = anthropicCodec.ending(refusal)?.toString();
    const cut = {
      type: 'error',
      error: { type: 'agent_stopped', message, tripwire: { code: 'manual' } },
    };
    expect(ending).toBe(`event: error\ndata: ${JSON.stringify(cut)}\n\n`);
  });
});
