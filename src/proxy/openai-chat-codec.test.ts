/** The chat completions codec: what every codec must do, and what only this format has. */
import { describe, expect, test } from 'vitest';
import { codecChecks, madeCall, type CodecSample, type SampleKind } from './codec-conformance.ts';
import { fieldsOf } from './codec-json.ts';
import type { ResponseFacts, Usage } from './codec.ts';
import { openaiChatCodec } from './openai-chat-codec.ts';
import { SseSplitter } from './sse-frames.ts';

const frame = (data: object) => `data: ${JSON.stringify(data)}\n\n`;
const head = { id: 'chatcmpl-a', object: 'chat.completion.chunk', created: 1, model: 'gpt-x' };
const chunk = (delta: object, finish_reason: string | null = null, more: object = {}) =>
  frame({ ...head, choices: [{ index: 0, delta, logprobs: null, finish_reason }], ...more });
const first = chunk({ role: 'assistant', content: null, refusal: null });
const say = (content: string) => chunk({ content });
const part = (index: number, args: string) =>
  chunk({ tool_calls: [{ index, function: { arguments: args } }] });
const open = (index: number, id: string, name: string, args = '') =>
  chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: args } }] });
const usage = {
  prompt_tokens: 130,
  completion_tokens: 42,
  total_tokens: 172,
  prompt_tokens_details: { cached_tokens: 100 },
};
const counts = frame({ ...head, choices: [], usage });
const done = 'data: [DONE]\n\n';

const told: Usage = {
  inputTokens: 30,
  cacheReadTokens: 100,
  cacheWriteTokens: 0,
  outputTokens: 42,
  source: 'provider',
};
const facts = (more: Partial<ResponseFacts>): ResponseFacts => ({
  model: 'gpt-x',
  text: '',
  toolCalls: [],
  usage: told,
  finished: true,
  error: null,
  thoughtCharacters: 0,
  ...more,
});
const body = (message: object, finish_reason: string) => ({
  ...head,
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason }],
  usage,
});
const called = (id: string, name: string, args: string) => ({
  id,
  type: 'function',
  function: { name, arguments: args },
});

const samples: Record<SampleKind, CodecSample> = {
  text: {
    body: body({ content: 'Grüße, 世界' }, 'stop'),
    frames: [first, say('Grüße, '), say('世界'), chunk({}, 'stop'), counts, done],
    facts: facts({ text: 'Grüße, 世界' }),
    completes: {},
  },
  'one tool': {
    body: body(
      { content: null, tool_calls: [called('c1', 'bash', '{"command":"ls","dir":"ä"}')] },
      'tool_calls',
    ),
    frames: [
      first,
      open(0, 'c1', 'bash'),
      part(0, '{"command":"l'),
      part(0, 's","dir":"ä'),
      part(0, '"}'),
      chunk({}, 'tool_calls'),
      counts,
      done,
    ],
    facts: facts({ toolCalls: [madeCall('c1', 'bash', { command: 'ls', dir: 'ä' })] }),
    completes: { 4: ['c1'] },
  },
  'parallel tools': {
    body: body(
      {
        content: null,
        tool_calls: [called('c1', 'read', '{"path":"}"}'), called('c2', 'now', '')],
      },
      'tool_calls',
    ),
    frames: [
      first,
      open(0, 'c1', 'read'),
      open(1, 'c2', 'now'),
      part(0, '{"path":'),
      part(0, '"}"}'),
      part(1, ''),
      chunk({}, 'tool_calls'),
      counts,
      done,
    ],
    facts: facts({ toolCalls: [madeCall('c1', 'read', { path: '}' }), madeCall('c2', 'now', {})] }),
    completes: { 4: ['c1'], 6: ['c2'] },
  },
  'text between tools': {
    body: body(
      {
        content: 'First.Then.',
        tool_calls: [called('c1', 'a', '{}'), called('c2', 'b', '{"n":1}')],
      },
      'tool_calls',
    ),
    frames: [
      first,
      say('First.'),
      open(0, 'c1', 'a', '{}'),
      say('Then.'),
      open(1, 'c2', 'b', '{"n":1}'),
      // Some providers count in every chunk; the last one holds.
      chunk({}, 'tool_calls', { usage: { prompt_tokens: 130, completion_tokens: 3 } }),
      counts,
      done,
    ],
    facts: facts({
      text: 'First.Then.',
      toolCalls: [madeCall('c1', 'a', {}), madeCall('c2', 'b', { n: 1 })],
    }),
    completes: { 2: ['c1'], 4: ['c2'] },
  },
  thoughts: {
    body: body({ reasoning_content: 'Hm, so.', content: 'So.' }, 'stop'),
    frames: [
      first,
      chunk({ reasoning_content: 'Hm, ' }),
      chunk({ reasoning: 'so.', content: [{ type: 'thinking', text: 'x' }] }),
      chunk({ content: [{ type: 'text', text: 'So.' }] }),
      chunk({}, 'stop', { x_groq: { usage } }),
      done,
    ],
    facts: facts({ text: 'So.', thoughtCharacters: 7 }),
    completes: {},
  },
  'no usage': {
    body: { ...body({ content: 'Hi' }, 'stop'), usage: null },
    frames: [first, say('Hi'), chunk({}, 'stop', { usage: null }), done],
    facts: facts({ text: 'Hi', usage: null }),
    completes: {},
  },
  'an error': {
    body: null,
    frames: [
      first,
      say('Hi'),
      frame({ error: { message: 'Overloaded', type: 'server_error', code: 503 } }),
      done,
    ],
    facts: facts({ text: 'Hi', usage: null, finished: false, error: 'server_error: Overloaded' }),
    completes: {},
  },
  'cut off': {
    body: null,
    // The last bytes are half an event; a call without an end is told by the end of the stream.
    frames: [first, open(0, 'c1', 'bash'), part(0, '{"a":1'), 'data: {"cho'],
    facts: facts({
      usage: null,
      finished: false,
      toolCalls: [{ callId: 'c1', tool: 'bash', args: '{"a":1', canonicalArgs: '"{\\"a\\":1"' }],
    }),
    completes: { 4: ['c1'] },
  },
};

describe('what every codec must do', () => {
  const errorWords = (error: object) => fieldsOf(fieldsOf(error)['error'])['message'];
  const checks = codecChecks({ codec: openaiChatCodec, samples, refusedStatus: 400, errorWords });
  for (const { name, run } of checks) test(name, run);
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
    expect(JSON.parse(openaiChatCodec.refusal(refusal).body.toString())).toEqual({ error });
    expect(openaiChatCodec.ending(refusal)?.toString()).toBe(
      `data: ${JSON.stringify({ error })}\n\n`,
    );
  });

  test('errors in the forms of compatible servers', () => {
    const read = (error: object) => openaiChatCodec.readResponse(error).error;
    expect(read({ error: 'model not found' })).toBe('model not found');
    expect(read({ object: 'error', message: 'no', type: 'BadRequest' })).toBe('BadRequest: no');
    expect(read({ error: {} })).toBe('an error without words');
  });
});
