/**
 * Answers and requests in the OpenAI chat completions format, one of every kind.
 */
import { fieldsOf } from '../../../src/base/json-values.ts';
import type { ResponseFacts } from '../../../src/wire/codec.ts';
import { openaiChatCodec } from '../../../src/wire/openai-chat/codec.ts';
import type { Usage } from '../../../src/wire/usage.ts';
import { madeCall, REQUEST_WORDS, type CodecUnderTest } from '../codec-conformance.ts';

export const frame = (data: object) => `data: ${JSON.stringify(data)}\n\n`;
export const head = {
  id: 'chatcmpl-a',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'gpt-x',
};
export const chunk = (delta: object, finish_reason: string | null = null, more: object = {}) =>
  frame({ ...head, choices: [{ index: 0, delta, logprobs: null, finish_reason }], ...more });
const first = chunk({ role: 'assistant', content: null, refusal: null });
const say = (content: string) => chunk({ content });
export const part = (index: number, args: string) =>
  chunk({ tool_calls: [{ index, function: { arguments: args } }] });
export const open = (index: number, id: string, name: string, args = '') =>
  chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: args } }] });
export const usage = {
  prompt_tokens: 130,
  completion_tokens: 42,
  total_tokens: 172,
  prompt_tokens_details: { cached_tokens: 100 },
};
const counts = frame({ ...head, choices: [], usage });
export const done = 'data: [DONE]\n\n';

export const told: Usage = {
  inputTokens: 30,
  cacheReadTokens: 100,
  cacheWriteTokens: 0,
  outputTokens: 42,
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

const samples: CodecUnderTest['samples'] = {
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
  // What runs at the provider is not told as a call in this format.
  'a tool of the provider': null,
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
  'out of room': {
    body: body({ content: 'It is' }, 'length'),
    frames: [first, say('It is'), chunk({}, 'length'), counts, done],
    facts: facts({ text: 'It is' }),
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

const requests: CodecUnderTest['requests'] = {
  'a step': {
    path: '/v1/chat/completions',
    body: {
      messages: [
        { role: 'system', content: 'You work.' },
        { role: 'user', content: REQUEST_WORDS },
      ],
    },
  },
  'a step with a picture': {
    path: '/v1/chat/completions',
    body: {
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: REQUEST_WORDS },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } },
          ],
        },
      ],
    },
  },
  'a count of tokens': null,
  'a compaction': {
    path: '/v1/chat/completions',
    body: {
      messages: [
        { role: 'user', content: REQUEST_WORDS },
        { role: 'assistant', content: 'A cat.' },
        {
          role: 'user',
          content: 'Provide a detailed prompt for continuing our conversation above.',
        },
      ],
    },
  },
};

/** The codec with its samples. */
export const openaiChatUnderTest: CodecUnderTest = {
  codec: openaiChatCodec,
  samples,
  requests,
  paths: [
    '/v1/chat/completions',
    '/api/v1/chat/completions',
    '/openai/deployments/my-gpt/chat/completions?api-version=2025-04-01-preview',
    '/v1/projects/p/locations/l/endpoints/openapi/chat/completions',
  ],
  refusedStatus: 400,
  errorWords: (error) => fieldsOf(error['error'])['message'],
};
