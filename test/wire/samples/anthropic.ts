/**
 * Answers and requests in the Anthropic messages format, one of every kind.
 */
import { fieldsOf } from '../../../src/base/json-values.ts';
import { anthropicCodec } from '../../../src/wire/anthropic/codec.ts';
import type { ResponseFacts } from '../../../src/wire/codec.ts';
import type { Usage } from '../../../src/wire/usage.ts';
import { madeCall, REQUEST_WORDS, type CodecUnderTest } from '../codec-conformance.ts';

const frame = (data: { type: string; [field: string]: unknown }) =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
const head = { id: 'msg_a', type: 'message', role: 'assistant', model: 'claude-x' };
export const start = (usage?: object) =>
  frame({
    type: 'message_start',
    message: { ...head, content: [], stop_reason: null, ...(usage && { usage }) },
  });
export const open = (index: number, content_block: object) =>
  frame({ type: 'content_block_start', index, content_block });
const delta = (index: number, piece: object) =>
  frame({ type: 'content_block_delta', index, delta: piece });
export const json = (index: number, partial_json: string) =>
  delta(index, { type: 'input_json_delta', partial_json });
const words = (index: number, text: string) => delta(index, { type: 'text_delta', text });
export const stop = (index: number) => frame({ type: 'content_block_stop', index });
export const end = (stop_reason: string, usage?: object) => [
  frame({
    type: 'message_delta',
    delta: { stop_reason, stop_sequence: null },
    ...(usage && { usage }),
  }),
  frame({ type: 'message_stop' }),
];
const ping = frame({ type: 'ping' });
const text = (said: string) => ({ type: 'text', text: said });
export const tool = (id: string, name: string, input: object = {}) => ({
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

const samples: CodecUnderTest['samples'] = {
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
  'a tool of the provider': {
    body: body(
      [{ ...tool('s1', 'web_search', { query: 'x' }), type: 'server_tool_use' }, text('So.')],
      'end_turn',
    ),
    frames: [
      start(begun),
      open(0, { ...tool('s1', 'web_search'), type: 'server_tool_use' }),
      json(0, '{"query":"x"}'),
      stop(0),
      open(1, { type: 'web_search_tool_result', tool_use_id: 's1', content: [] }),
      stop(1),
      open(2, text('')),
      words(2, 'So.'),
      stop(2),
      ...end('end_turn', { output_tokens: 42 }),
    ],
    facts: facts({ text: 'So.', toolCalls: [madeCall('s1', 'web_search', { query: 'x' })] }),
    completes: {},
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
  'out of room': {
    body: body([text('It is')], 'max_tokens'),
    frames: [
      start(begun),
      open(0, text('')),
      words(0, 'It is'),
      stop(0),
      ...end('max_tokens', { output_tokens: 42 }),
    ],
    facts: facts({ text: 'It is' }),
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

const requests: CodecUnderTest['requests'] = {
  'a step': {
    path: '/v1/messages?beta=true',
    body: { system: 'You work.', messages: [{ role: 'user', content: REQUEST_WORDS }] },
  },
  'a step with a picture': {
    path: '/v1/messages',
    body: {
      messages: [
        {
          role: 'user',
          content: [
            text(REQUEST_WORDS),
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } },
          ],
        },
      ],
    },
  },
  'a count of tokens': {
    path: '/v1/messages/count_tokens?beta=true',
    body: { messages: [{ role: 'user', content: REQUEST_WORDS }] },
  },
  'a compaction': {
    path: '/v1/messages?beta=true',
    body: {
      tools: [{ name: 'Bash', input_schema: {} }],
      messages: [
        { role: 'user', content: REQUEST_WORDS },
        { role: 'assistant', content: [text('A cat.')] },
        { role: 'user', content: 'CRITICAL: Respond with TEXT ONLY. Do NOT call any tools.' },
      ],
    },
  },
};

/** The codec with its samples. */
export const anthropicUnderTest: CodecUnderTest = {
  codec: anthropicCodec,
  samples,
  requests,
  paths: [
    '/v1/messages',
    '/anthropic/v1/messages',
    '/v1/projects/p/locations/l/publishers/anthropic/models/claude-x@1:streamRawPredict',
    '/model/us.anthropic.claude-x-v1%3A0/invoke',
  ],
  refusedStatus: 402,
  errorWords: (error) => fieldsOf(error['error'])['message'],
};
