/**
 * Answers and requests in the Gemini format, one of every kind.
 */
import { fieldsOf } from '../../../src/base/json-values.ts';
import type { ResponseFacts } from '../../../src/wire/codec.ts';
import { geminiCodec } from '../../../src/wire/gemini/codec.ts';
import type { Usage } from '../../../src/wire/usage.ts';
import { madeCall, REQUEST_WORDS, type CodecUnderTest } from '../codec-conformance.ts';

const prompt = { promptTokenCount: 130, cachedContentTokenCount: 100 };
const usage = {
  ...prompt,
  candidatesTokenCount: 30,
  thoughtsTokenCount: 12,
  totalTokenCount: 172,
};
const told: Usage = {
  inputTokens: 30,
  cacheReadTokens: 100,
  cacheWriteTokens: 0,
  outputTokens: 42,
};
const facts = (more: Partial<ResponseFacts>): ResponseFacts => ({
  model: 'gemini-x',
  text: '',
  toolCalls: [],
  usage: told,
  finished: true,
  error: null,
  thoughtCharacters: 0,
  ...more,
});

export const frame = (data: object) => `data: ${JSON.stringify(data)}\r\n\r\n`;
const head = { modelVersion: 'gemini-x', responseId: 'r' };
export const answer = (parts: readonly object[], more: object = {}, counts: object = usage) => ({
  candidates: [{ content: { role: 'model', parts }, index: 0, ...more }],
  usageMetadata: counts,
  ...head,
});
/** A chunk in the middle; only the prompt is counted so far. */
export const chunk = (...parts: readonly object[]) => frame(answer(parts, {}, prompt));
export const last = (...parts: readonly object[]) => frame(answer(parts, { finishReason: 'STOP' }));
const whole = (...parts: readonly object[]) => answer(parts, { finishReason: 'STOP' });
const text = (said: string) => ({ text: said });
const thought = (said: string) => ({ text: said, thought: true });
export const call = (id: string, name: string, args: object = {}) => ({
  functionCall: { id, name, args },
});

const samples: CodecUnderTest['samples'] = {
  text: {
    body: whole(text('Grüße, 世界')),
    frames: [chunk(text('Grüße, ')), chunk(text('世界')), last(text(''))],
    facts: facts({ text: 'Grüße, 世界' }),
    completes: {},
  },
  'one tool': {
    body: whole(call('c1', 'bash', { command: 'ls', dir: 'ä' })),
    frames: [chunk(call('c1', 'bash', { command: 'ls', dir: 'ä' })), last(text(''))],
    facts: facts({ toolCalls: [madeCall('c1', 'bash', { command: 'ls', dir: 'ä' })] }),
    completes: { 0: ['c1'] },
  },
  'parallel tools': {
    body: whole(call('c1', 'read', { path: '}' }), call('c2', 'now'), call('c3', 'now')),
    frames: [chunk(call('c1', 'read', { path: '}' }), call('c2', 'now')), last(call('c3', 'now'))],
    facts: facts({
      toolCalls: [
        madeCall('c1', 'read', { path: '}' }),
        madeCall('c2', 'now', {}),
        madeCall('c3', 'now', {}),
      ],
    }),
    completes: { 0: ['c1', 'c2'], 1: ['c3'] },
  },
  'text between tools': {
    body: whole(text('First.'), call('c1', 'a'), text('Then.'), call('c2', 'b', { n: 1 })),
    frames: [
      chunk(text('First.')),
      chunk(call('c1', 'a')),
      chunk(text('Then.'), call('c2', 'b', { n: 1 })),
      last(),
    ],
    facts: facts({
      text: 'First.\nThen.',
      toolCalls: [madeCall('c1', 'a', {}), madeCall('c2', 'b', { n: 1 })],
    }),
    completes: { 1: ['c1'], 2: ['c2'] },
  },
  'a tool of the provider': {
    body: whole(
      { executableCode: { language: 'PYTHON', code: 'print(1)' } },
      { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
      text('So.'),
    ),
    frames: [
      chunk({ executableCode: { language: 'PYTHON', code: 'print(1)' } }),
      chunk({ codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } }),
      last(text('So.')),
    ],
    facts: facts({
      text: 'So.',
      toolCalls: [
        {
          tool: 'code_execution',
          args: { language: 'PYTHON', code: 'print(1)' },
          canonicalArgs: '{"code":"print(1)","language":"PYTHON"}',
        },
      ],
    }),
    completes: {},
  },
  thoughts: {
    body: whole(thought('Hm, so.'), text('So.')),
    frames: [chunk(thought('Hm, ')), chunk(thought('so.')), last(text('So.'))],
    facts: facts({ text: 'So.', thoughtCharacters: 7 }),
    completes: {},
  },
  'out of room': {
    body: answer([text('It is')], { finishReason: 'MAX_TOKENS' }),
    frames: [chunk(text('It ')), frame(answer([text('is')], { finishReason: 'MAX_TOKENS' }))],
    facts: facts({ text: 'It is' }),
    completes: {},
  },
  'no usage': {
    body: answer([text('Hi')], { finishReason: 'STOP' }, {}),
    frames: [frame(answer([text('Hi')], { finishReason: 'STOP' }, {}))],
    facts: facts({ text: 'Hi', usage: null }),
    completes: {},
  },
  'an error': {
    body: null,
    frames: [
      chunk(text('Hi')),
      frame({ error: { code: 503, message: 'Overloaded', status: 'UNAVAILABLE' } }),
    ],
    facts: facts({
      text: 'Hi',
      usage: { ...told, outputTokens: 0 },
      finished: false,
      error: 'UNAVAILABLE: Overloaded',
    }),
    completes: {},
  },
  'cut off': {
    body: null,
    // The last bytes are half an event; a call whose arguments never end is told by the end of the stream.
    frames: [
      chunk({
        functionCall: {
          id: 'c1',
          name: 'bash',
          partialArgs: [{ jsonPath: '$.command', stringValue: 'ls', willContinue: true }],
          willContinue: true,
        },
      }),
      'data: {"cand',
    ],
    facts: facts({
      usage: { ...told, outputTokens: 0 },
      finished: false,
      toolCalls: [madeCall('c1', 'bash', { command: 'ls' })],
    }),
    completes: { 2: ['c1'] },
  },
};

const asked = [{ role: 'user', parts: [text(REQUEST_WORDS)] }];
const path = '/v1beta/models/gemini-x:streamGenerateContent?alt=sse';
const requests: CodecUnderTest['requests'] = {
  'a step': { path, body: { systemInstruction: { parts: [text('You work.')] }, contents: asked } },
  'a step with a picture': {
    path: '/v1internal:streamGenerateContent?alt=sse',
    body: {
      model: 'gemini-x',
      request: {
        contents: [
          {
            role: 'user',
            parts: [text(REQUEST_WORDS), { inlineData: { mimeType: 'image/png', data: 'aGk=' } }],
          },
        ],
      },
    },
  },
  'a count of tokens': {
    path: '/v1beta/models/gemini-x:countTokens',
    body: { contents: asked },
  },
  'a compaction': {
    path,
    body: {
      contents: [
        ...asked,
        { role: 'model', parts: [text('A cat.')] },
        {
          role: 'user',
          parts: [text('First, reason in your scratchpad. Then, generate the <state_snapshot>.')],
        },
      ],
    },
  },
};

/** The codec with its samples. */
export const geminiUnderTest: CodecUnderTest = {
  codec: geminiCodec,
  samples,
  requests,
  paths: [
    '/v1beta/models/gemini-x:generateContent',
    '/v1beta/models/gemini-x:streamGenerateContent?alt=sse',
    '/v1/projects/p/locations/l/publishers/google/models/gemini-x:streamGenerateContent',
    '/v1internal:streamGenerateContent?alt=sse',
  ],
  refusedStatus: 403,
  errorWords: (error) => fieldsOf(error['error'])['message'],
};
