/** The chat completions codec: what every codec must do, and what only this format has. */
import { describe, expect, test } from 'vitest';
import { presentChecks } from '../../../test/wire/codec-conformance.ts';
import {
  chunk,
  done,
  frame,
  head,
  open,
  part,
  told,
  usage,
  openaiChatUnderTest,
} from '../../../test/wire/samples/openai-chat.ts';
import { SseSplitter } from '../sse-frames.ts';
import { openaiChatCodec } from './codec.ts';

describe('what every codec must do', () => {
  for (const { name, run } of presentChecks(openaiChatUnderTest)) test(name, run);
});

/** The arguments of the calls that each frame completes, as they stand then; the last entry is the end. */
function completing(frames: readonly string[]): readonly (readonly string[])[] {
  const reader = openaiChatCodec.follow();
  const taken = new SseSplitter()
    .push(Buffer.from(frames.join('')))
    .map((one) => reader.take(one).completes);
  return [...taken, reader.end().completes].map((calls) =>
    calls.map(({ callId, tool, canonicalArgs }) => `${callId ?? '-'} ${tool} ${canonicalArgs}`),
  );
}

describe('when a call is whole', () => {
  test('what goes on after it was whole is told again', () => {
    const frames = [
      open(0, 'c1', 'a', '{}'),
      part(0, ''),
      part(0, ' \n'),
      part(0, '{"x"'),
      part(0, ':1}'),
    ];
    expect(completing(frames)).toEqual([['c1 a {}'], [], [], [], ['c1 a "{} \\n{\\"x\\":1}"'], []]);
    expect(completing([open(0, 'c1', 'a', '{}'), part(0, 'x')])).toEqual([
      ['c1 a {}'],
      ['c1 a "{}x"'],
      [],
    ]);
  });

  test('only an object is whole before the choice is finished', () => {
    const frames = [open(0, 'c1', 'a', '1'), part(0, '2'), chunk({}, 'tool_calls'), done];
    expect(completing(frames)).toEqual([[], [], ['c1 a "12"'], [], []]);
    expect(completing([open(0, 'c1', 'a', '[1]'), done])).toEqual([[], ['c1 a [1]'], []]);
    expect(completing([open(0, 'c1', 'a', '"{}"'), done])).toEqual([[], ['c1 a "\\"{}\\""'], []]);
  });

  test('brackets and quotes inside of strings close nothing', () => {
    const frames = [
      open(0, 'c1', 'a', '{"x":"}\\"}\\'),
      part(0, '\\"'),
      part(0, ',"y":[{}]'),
      part(0, '}'),
    ];
    expect(completing(frames).map((calls) => calls.length)).toEqual([0, 0, 0, 1, 0]);
  });

  test('what comes after the choice was finished is told at once', () => {
    const frames = [
      open(0, 'c1', 'a'),
      chunk({}, 'tool_calls'),
      part(0, '{"x'),
      open(1, 'c2', 'b'),
    ];
    expect(completing(frames)).toEqual([[], ['c1 a {}'], ['c1 a "{\\"x"'], ['c2 b {}'], []]);
  });

  test('the old form with one function', () => {
    const call = (piece: object) => chunk({ function_call: piece });
    const frames = [
      call({ name: 'f', arguments: '' }),
      call({ arguments: '{"a":' }),
      call({ arguments: '1}' }),
    ];
    expect(completing(frames)).toEqual([[], [], ['- f {"a":1}'], []]);
    expect(completing([call({ name: 'f' }), chunk({}, 'function_call')])).toEqual([
      [],
      ['- f {}'],
      [],
    ]);
  });

  test('a tool that takes free text is whole when the choice is finished', () => {
    const call = (piece: object) => chunk({ tool_calls: [{ index: 0, ...piece }] });
    const frames = [
      call({ id: 'c1', type: 'custom', custom: { name: 'patch', input: '{' } }),
      call({ custom: { input: '}' } }),
      chunk({}, 'tool_calls'),
    ];
    expect(completing(frames)).toEqual([[], [], ['c1 patch {}'], []]);
  });
});

describe('providers that count in their own way', () => {
  const loose = (id: string | undefined, name: string | undefined, args: unknown, index?: number) =>
    chunk({ tool_calls: [{ id, index, function: { name, arguments: args } }] });

  test('every call at the same index', () => {
    const frames = [loose('c1', 'a', '{"x":1}', 0), loose('c2', 'b', '{"y":2}', 0)];
    expect(completing(frames)).toEqual([['c1 a {"x":1}'], ['c2 b {"y":2}'], []]);
  });

  test('no index at all', () => {
    const frames = [
      loose('c1', 'a', '{"x":'),
      loose(undefined, undefined, '1}'),
      loose('c2', 'a', '{}'),
    ];
    expect(completing(frames)).toEqual([[], ['c1 a {"x":1}'], ['c2 a {}'], []]);
  });

  test('neither index nor id: a name begins a call', () => {
    const frames = [loose(undefined, 'a', '{"x":1}'), loose(undefined, 'a', '{"x":2}')];
    expect(completing(frames)).toEqual([['- a {"x":1}'], ['- a {"x":2}'], []]);
  });

  test('a new id, or the name again, with every delta', () => {
    const frames = [
      loose('c1', 'a', '{"x":', 0),
      loose('c9', 'a', '1', 0),
      loose('c1', 'a', '}', 0),
    ];
    expect(completing(frames)).toEqual([[], [], ['c1 a {"x":1}'], []]);
  });

  test('arguments that are an object already', () => {
    expect(completing([loose('c1', 'a', { x: 1 }, 0)])).toEqual([['c1 a {"x":1}'], []]);
  });

  test('several choices are kept apart', () => {
    const at = (index: number, delta: object, finish_reason: string | null = null) =>
      frame({ ...head, choices: [{ index, delta, finish_reason }] });
    const call = (args: string) => ({
      tool_calls: [{ index: 0, id: 'c', function: { name: 'a', arguments: args } }],
    });
    const frames = [
      at(0, call('{"x"')),
      at(1, call('{"y"')),
      at(0, call(':1}')),
      at(1, {}, 'stop'),
    ];
    expect(completing(frames)).toEqual([[], [], ['c a {"x":1}'], ['c a "{\\"y\\""'], []]);
  });

  test('usage with writes to the cache, by hits and misses, or in the choice', () => {
    const read = (more: object) => openaiChatCodec.readResponse({ choices: [{}], ...more }).usage;
    const written = {
      ...usage,
      prompt_tokens_details: { cached_tokens: 100, cache_write_tokens: 10 },
    };
    expect(read({ usage: written })).toEqual({ ...told, inputTokens: 20, cacheWriteTokens: 10 });
    const hits = { prompt_tokens: 130, completion_tokens: 42, prompt_cache_hit_tokens: 100 };
    expect(read({ choices: [{ usage: hits }] })).toEqual(told);
    expect(
      read({ usage: { prompt_tokens: 1, prompt_tokens_details: { cached_tokens: 9 } } }),
    ).toMatchObject({
      inputTokens: 0,
      outputTokens: 0,
    });
  });
});

describe('what only this format has', () => {
  test('the error body of a refusal and of an ending', () => {
    const refusal = { agent: 'a', kind: 'manual', reason: 'a person said so', remedy: 'Ask.' };
    const message = 'Agent "a" is stopped (manual): a person said so. Ask.';
    const error = { message, type: 'invalid_request_error', param: null, code: 'agent_stopped' };
    const tripwire = { code: 'manual', agent: 'a', reason: 'a person said so', remedy: 'Ask.' };
    expect(JSON.parse(openaiChatCodec.refusal(refusal).body.toString())).toEqual({
      error: { ...error, tripwire },
    });
    const cut = { error: { ...error, tripwire: { code: 'manual' } } };
    expect(openaiChatCodec.ending(refusal)?.toString()).toBe(`data: ${JSON.stringify(cut)}\n\n`);
  });

  test('errors in the forms of compatible servers', () => {
    const read = (error: object) => openaiChatCodec.readResponse(error).error;
    expect(read({ error: 'model not found' })).toBe('model not found');
    expect(read({ object: 'error', message: 'no', type: 'BadRequest' })).toBe('BadRequest: no');
    expect(read({ error: {} })).toBe('an error without words');
  });
});
