/**
 * Answers and requests in the OpenAI responses format, one of every kind.
 */
import { fieldsOf } from '../../../src/base/json-values.ts';
import type { ResponseFacts } from '../../../src/wire/codec.ts';
import { openaiResponsesCodec } from '../../../src/wire/openai-responses/codec.ts';
import type { Usage } from '../../../src/wire/usage.ts';
import { madeCall, REQUEST_WORDS, type CodecUnderTest } from '../codec-conformance.ts';

const usage = {
  input_tokens: 137,
  input_tokens_details: { cached_tokens: 100, cache_write_tokens: 7 },
  output_tokens: 42,
  output_tokens_details: { reasoning_tokens: 12 },
  total_tokens: 179,
};
const told: Usage = {
  inputTokens: 30,
  cacheReadTokens: 100,
  cacheWriteTokens: 7,
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

export const frame = (type: string, data: object) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
const head = { id: 'resp_a', object: 'response', created_at: 1, model: 'gpt-x', error: null };
const begun = { ...head, status: 'in_progress', output: [], usage: null };
const first = [
  frame('response.created', { response: begun }),
  frame('response.in_progress', { response: begun }),
];
const body = (output: readonly object[], more: object = {}) => ({
  ...head,
  status: 'completed',
  output,
  usage,
  ...more,
});
export const end = (output: readonly object[], status = 'completed', more: object = {}) =>
  frame(`response.${status}`, { response: body(output, { status, ...more }) });
export const added = (output_index: number, item: object) =>
  frame('response.output_item.added', { output_index, item });
export const done = (output_index: number, item: object) =>
  frame('response.output_item.done', { output_index, item });
const inside = (what: string, output_index: number, item_id: string, more: object) =>
  frame(`response.${what}`, { output_index, item_id, ...more });
export const args = (at: number, id: string, delta: string) =>
  inside('function_call_arguments.delta', at, id, { delta });
export const argsDone = (at: number, id: string, whole: string) =>
  inside('function_call_arguments.done', at, id, { arguments: whole });
export const call = (n: number, name: string, whole = '') => ({
  id: `fc_${n}`,
  type: 'function_call',
  status: whole === '' ? 'in_progress' : 'completed',
  call_id: `c${n}`,
  name,
  arguments: whole,
});
export const message = (n: number, ...texts: readonly string[]) => ({
  id: `msg_${n}`,
  type: 'message',
  role: 'assistant',
  content: texts.map((text) => ({ type: 'output_text', text, annotations: [] })),
});
export const say = (at: number, n: number, delta: string, content_index = 0) =>
  inside('output_text.delta', at, `msg_${n}`, { content_index, delta });
const sayDone = (at: number, n: number, text: string) =>
  inside('output_text.done', at, `msg_${n}`, { content_index: 0, text });
const web = {
  id: 'ws_1',
  type: 'web_search_call',
  status: 'completed',
  action: { type: 'search', query: 'x' },
};
const summary = (text: string) => ({ type: 'summary_text', text });
const reasoning = (...texts: readonly string[]) => ({
  id: 'rs_1',
  type: 'reasoning',
  summary: texts.map(summary),
  encrypted_content: 'gAAAA',
});

const samples: CodecUnderTest['samples'] = {
  text: {
    body: body([message(1, 'Grüße, 世界')]),
    frames: [
      ...first,
      added(0, message(1)),
      inside('content_part.added', 0, 'msg_1', { content_index: 0, part: {} }),
      say(0, 1, 'Grüße, '),
      say(0, 1, '世界'),
      sayDone(0, 1, 'Grüße, 世界'),
      inside('content_part.done', 0, 'msg_1', { content_index: 0, part: {} }),
      done(0, message(1, 'Grüße, 世界')),
      end([message(1, 'Grüße, 世界')]),
    ],
    facts: facts({ text: 'Grüße, 世界' }),
    completes: {},
  },
  'one tool': {
    body: body([call(1, 'bash', '{"command":"ls","dir":"ä"}')]),
    frames: [
      ...first,
      added(0, call(1, 'bash')),
      args(0, 'fc_1', '{"command":"l'),
      args(0, 'fc_1', 's","dir":"ä"}'),
      argsDone(0, 'fc_1', '{"command":"ls","dir":"ä"}'),
      done(0, call(1, 'bash', '{"command":"ls","dir":"ä"}')),
      end([call(1, 'bash', '{"command":"ls","dir":"ä"}')]),
    ],
    facts: facts({ toolCalls: [madeCall('c1', 'bash', { command: 'ls', dir: 'ä' })] }),
    completes: { 5: ['c1'] },
  },
  'parallel tools': {
    body: body([call(1, 'read', '{"path":"}"}'), call(2, 'now', '{}')]),
    frames: [
      ...first,
      added(0, call(1, 'read')),
      added(1, call(2, 'now')),
      args(0, 'fc_1', '{"path":'),
      args(1, 'fc_2', '{}'),
      argsDone(1, 'fc_2', '{}'),
      args(0, 'fc_1', '"}"}'),
      done(1, call(2, 'now', '{}')),
      argsDone(0, 'fc_1', '{"path":"}"}'),
      done(0, call(1, 'read', '{"path":"}"}')),
      end([call(1, 'read', '{"path":"}"}'), call(2, 'now', '{}')]),
    ],
    facts: facts({ toolCalls: [madeCall('c1', 'read', { path: '}' }), madeCall('c2', 'now', {})] }),
    completes: { 6: ['c2'], 9: ['c1'] },
  },
  'text between tools': {
    body: body([
      message(1, 'First.'),
      call(1, 'a', '{}'),
      message(2, 'Then.'),
      call(2, 'b', '{"n":1}'),
    ]),
    frames: [
      ...first,
      added(0, message(1)),
      say(0, 1, 'First.'),
      done(0, message(1, 'First.')),
      added(1, call(1, 'a')),
      done(1, call(1, 'a', '{}')),
      added(2, message(2)),
      say(2, 2, 'Th'),
      say(2, 2, 'en.'),
      done(2, message(2, 'Then.')),
      added(3, call(2, 'b')),
      args(3, 'fc_2', '{"n":1}'),
      done(3, call(2, 'b', '{"n":1}')),
      end([message(1, 'First.'), call(1, 'a', '{}'), message(2, 'Then.'), call(2, 'b', '{"n":1}')]),
    ],
    facts: facts({
      text: 'First.\nThen.',
      toolCalls: [madeCall('c1', 'a', {}), madeCall('c2', 'b', { n: 1 })],
    }),
    completes: { 6: ['c1'], 13: ['c2'] },
  },
  'a tool of the provider': {
    body: body([web, message(1, 'So.')]),
    frames: [
      ...first,
      added(0, { ...web, status: 'in_progress', action: undefined }),
      inside('web_search_call.searching', 0, 'ws_1', {}),
      inside('web_search_call.completed', 0, 'ws_1', {}),
      done(0, web),
      added(1, message(1)),
      say(1, 1, 'So.'),
      done(1, message(1, 'So.')),
      end([web, message(1, 'So.')]),
    ],
    facts: facts({
      text: 'So.',
      toolCalls: [madeCall('ws_1', 'web_search', { query: 'x', type: 'search' })],
    }),
    completes: {},
  },
  thoughts: {
    body: body([reasoning('Hm, ', 'so.'), message(1, 'So.')]),
    frames: [
      ...first,
      added(0, reasoning()),
      inside('reasoning_summary_text.delta', 0, 'rs_1', { summary_index: 0, delta: 'Hm, ' }),
      inside('reasoning_summary_text.delta', 0, 'rs_1', { summary_index: 1, delta: 'so.' }),
      done(0, reasoning('Hm, ', 'so.')),
      added(1, message(1)),
      say(1, 1, 'So.'),
      done(1, message(1, 'So.')),
      end([reasoning('Hm, ', 'so.'), message(1, 'So.')]),
    ],
    facts: facts({ text: 'So.', thoughtCharacters: 7 }),
    completes: {},
  },
  'out of room': {
    body: body([message(1, 'It is')], { status: 'incomplete' }),
    frames: [
      ...first,
      added(0, message(1)),
      say(0, 1, 'It is'),
      done(0, message(1, 'It is')),
      end([message(1, 'It is')], 'incomplete', {
        incomplete_details: { reason: 'max_output_tokens' },
      }),
    ],
    facts: facts({ text: 'It is' }),
    completes: {},
  },
  'no usage': {
    body: body([message(1, 'Hi')], { usage: null }),
    frames: [
      ...first,
      added(0, message(1)),
      say(0, 1, 'Hi'),
      end([message(1, 'Hi')], 'completed', { usage: null }),
    ],
    facts: facts({ text: 'Hi', usage: null }),
    completes: {},
  },
  'an error': {
    body: body([message(1, 'Hi')], {
      status: 'failed',
      error: { code: 'server_error', message: 'Overloaded' },
    }),
    frames: [
      ...first,
      added(0, message(1)),
      say(0, 1, 'Hi'),
      end([], 'failed', { error: { code: 'server_error', message: 'Overloaded' } }),
    ],
    facts: facts({ text: 'Hi', finished: false, error: 'server_error: Overloaded' }),
    completes: {},
  },
  'cut off': {
    body: null,
    // The last bytes are half an event; a call without an end is told by the end of the stream.
    frames: [
      ...first,
      added(0, call(1, 'bash')),
      args(0, 'fc_1', '{"a":1'),
      'event: response.function_call_arguments.done\ndata: {"ty',
    ],
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
    path: '/v1/responses',
    body: { instructions: 'You work.', input: REQUEST_WORDS, tools: [{ type: 'function' }] },
  },
  'a step with a picture': {
    path: '/v1/responses',
    body: {
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_text', text: REQUEST_WORDS },
            { type: 'input_image', image_url: 'data:image/png;base64,aGk=' },
          ],
        },
      ],
    },
  },
  'a count of tokens': { path: '/v1/responses/input_tokens', body: { input: REQUEST_WORDS } },
  'a compaction': {
    path: '/v1/responses',
    body: {
      tools: [{ type: 'function' }],
      input: [
        { role: 'user', content: [{ type: 'input_text', text: REQUEST_WORDS }] },
        message(1, 'A cat.'),
        {
          role: 'user',
          content: [
            {
              type: 'input_text',
              text: 'You are performing a CONTEXT CHECKPOINT COMPACTION. Create a summary.',
            },
          ],
        },
      ],
    },
  },
};

/** The codec with its samples. */
export const openaiResponsesUnderTest: CodecUnderTest = {
  codec: openaiResponsesCodec,
  samples,
  requests,
  paths: [
    '/v1/responses',
    '/api/v1/responses',
    '/openai/v1/responses?api-version=preview',
    '/v1/responses/compact',
  ],
  refusedStatus: 400,
  errorWords: (error) => fieldsOf(error['error'])['message'],
};
