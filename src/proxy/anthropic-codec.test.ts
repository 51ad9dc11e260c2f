/** The Anthropic codec: what every codec must do, and what only this format has. */
import { describe, expect, test } from 'vitest';
import { anthropicCodec } from './anthropic-codec.ts';
import { codecChecks, madeCall, type CodecSample, type SampleKind } from './codec-conformance.ts';
import { fieldsOf } from './codec-json.ts';
import type { ResponseFacts, Usage } from './codec.ts';
import { SseSplitter } from './sse-frames.ts';

const frame = (data: { type: string; [field: string]: unknown }) =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
const head = { id: 'msg_a', type: 'message', role: 'assistant', model: 'claude-x' };
const start = (usage?: object) =>
  frame({
    type: 'message_start',
    message: { ...head, content: [], stop_reason: null, ...(usage && { usage }) },
  });
const open = (index: number, content_block: object) =>
  frame({ type: 'content_block_start', index, content_block });
const delta = (index: number, piece: object) =>
  frame({ type: 'content_block_delta', index, delta: piece });
const json = (index: number, partial_json: string) =>
  delta(index, { type: 'input_json_delta', partial_json });
const words = (index: number, text: string) => delta(index, { type: 'text_delta', text });
const stop = (index: number) => frame({ type: 'content_block_stop', index });
const end = (stop_reason: string, usage?: object) => [
  frame({
    type: 'message_delta',
    delta: { stop_reason, stop_sequence: null },
    ...(usage && { usage }),
  }),
  frame({ type: 'message_stop' }),
];
const ping = frame({ type: 'ping' });
const text = (said: string) => ({ type: 'text', text: said });
const tool = (id: string, name: string, input: object = {}) => ({
  type: 'tool_use',
  id,
  name,
  input,
});

const begun = {
  input_tokens: 30,
  cache_creation_input_tokens: 7,
  cache_read_input_tokens: 500,
  output_tokens: 1,
};
const told: Usage = {
  inputTokens: 30,
  cacheReadTokens: 500,
  cacheWriteTokens: 7,
  outputTokens: 42,
  source: 'provider',
};
const facts = (more: Partial<ResponseFacts>): ResponseFacts => ({
  model: 'claude-x',
  text: '',
  toolCalls: [],
  usage: told,
  finished: true,
  error: null,
  thoughtCharacters: 0,
  ...more,
});
const body = (content: readonly object[], stop_reason: string) => ({
  ...head,
  content,
  stop_reason,
  stop_sequence: null,
  usage: { ...begun, output_tokens: 42 },
});

const samples: Record<SampleKind, CodecSample> = {
  text: {
    body: body([text('Grüße, 世界')], 'end_turn'),
    frames: [
      start(begun),
      open(0, text('')),
      ping,
      words(0, 'Grüße, '),
      words(0, '世界'),
      stop(0),
      ...end('end_turn', { output_tokens: 42 }),
    ],
    facts: facts({ text: 'Grüße, 世界' }),
    completes: {},
  },
  'one tool': {
    body: body([tool('t1', 'Bash', { command: 'ls', dir: 'ä' })], 'tool_use'),
    frames: [
      start(begun),
      open(0, tool('t1', 'Bash')),
      json(0, ''),
      json(0, '{"command":"l'),
      json(0, 's","dir":"ä"}'),
      stop(0),
      ...end('tool_use', { output_tokens: 42 }),
    ],
    facts: facts({ toolCalls: [madeCall('t1', 'Bash', { command: 'ls', dir: 'ä' })] }),
    completes: { 5: ['t1'] },
  },
  'parallel tools': {
    body: body([tool('t1', 'Read', { path: 'a' }), tool('t2', 'Now', {})], 'tool_use'),
    frames: [
      start(begun),
      open(0, tool('t1', 'Read')),
      open(1, tool('t2', 'Now')),
      json(0, '{"path":'),
      json(1, ''),
      json(0, '"a"}'),
      stop(1),
      stop(0),
      ...end('tool_use', { output_tokens: 42 }),
    ],
    facts: facts({ toolCalls: [madeCall('t1', 'Read', { path: 'a' }), madeCall('t2', 'Now', {})] }),
    completes: { 6: ['t2'], 7: ['t1'] },
  },
  'text between tools': {
    body: body(
      [text('First.'), tool('t1', 'A'), text('Then.'), tool('t2', 'B', { n: 1 })],
      'tool_use',
    ),
    frames: [
      start({ ...begun, input_tokens: 0 }),
      open(0, text('Fir')),
      words(0, 'st.'),
      stop(0),
      open(1, tool('t1', 'A')),
      stop(1),
      open(2, text('')),
      words(2, 'Then.'),
      stop(2),
      open(3, tool('t2', 'B')),
      json(3, '{"n":1}'),
      stop(3),
      // All counts at the end, as the newest version of the interface tells them.
      ...end('tool_use', { ...begun, output_tokens: 42 }),
    ],
    facts: facts({
      text: 'First.\nThen.',
      toolCalls: [madeCall('t1', 'A', {}), madeCall('t2', 'B', { n: 1 })],
    }),
    completes: { 5: ['t1'], 11: ['t2'] },
  },
  thoughts: {
    body: body(
      [
        { type: 'thinking', thinking: 'Hm, so.', signature: 'sig' },
        { type: 'redacted_thinking', data: 'xyz' },
        text('So.'),
      ],
      'end_turn',
    ),
    frames: [
      start(begun),
      open(0, { type: 'thinking', thinking: '', signature: '' }),
      delta(0, { type: 'thinking_delta', thinking: 'Hm, ' }),
      delta(0, { type: 'thinking_delta', thinking: 'so.' }),
      delta(0, { type: 'signature_delta', signature: 'sig' }),
      stop(0),
      open(1, { type: 'redacted_thinking', data: 'xyz' }),
      stop(1),
      open(2, text('')),
      words(2, 'So.'),
      stop(2),
      // A gateway that forgot the input at the end takes nothing back.
      ...end('end_turn', { input_tokens: 0, cache_read_input_tokens: null, output_tokens: 42 }),
    ],
    facts: facts({ text: 'So.', thoughtCharacters: 7 }),
    completes: {},
  },
  'no usage': {
    body: { ...head, content: [text('Hi')], stop_reason: 'end_turn' },
    frames: [start(), open(0, text('')), words(0, 'Hi'), stop(0), ...end('end_turn')],
    facts: facts({ text: 'Hi', usage: null }),
    completes: {},
  },
  'an error': {
    body: null,
    frames: [
      start(begun),
      open(0, text('')),
      words(0, 'Hi'),
      frame({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
    ],
    facts: facts({
      text: 'Hi',
      usage: { ...told, outputTokens: 1 },
      finished: false,
      error: 'overloaded_error: Overloaded',
    }),
    completes: {},
  },
  'cut off': {
    body: null,
    // The last bytes are half an event; a call without an end is told by the end of the stream.
    frames: [
      start(begun),
      open(0, tool('t1', 'Bash')),
      json(0, '{"a":1'),
      'event: content_block_delta\ndata: {"ty',
    ],
    facts: facts({
      usage: { ...told, outputTokens: 1 },
      finished: false,
      toolCalls: [{ callId: 't1', tool: 'Bash', args: '{"a":1', canonicalArgs: '"{\\"a\\":1"' }],
    }),
    completes: { 4: ['t1'] },
  },
};

describe('what every codec must do', () => {
  const errorWords = (error: object) => fieldsOf(fieldsOf(error)['error'])['message'];
  const checks = codecChecks({ codec: anthropicCodec, samples, refusedStatus: 402, errorWords });
  for (const { name, run } of checks) test(name, run);
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
    const error = { type: 'agent_stopped', message };
    expect(JSON.parse(bytes.toString())).toEqual({
      type: 'error',
      error,
      request_id: headers['request-id'],
    });
    expect(headers['request-id']).toMatch(/^req_[a-z]{20}$/);
    const ending = anthropicCodec.ending(refusal)?.toString();
    const cut = { type: 'error', error: { type: 'permission_error', message } };
    expect(ending).toBe(`event: error\ndata: ${JSON.stringify(cut)}\n\n`);
  });
});
