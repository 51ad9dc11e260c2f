/** The format of a body: by path, by shape, and for bare lists of messages. */
import { describe, expect, test } from 'vitest';
import { formatOfPath, wireFormat } from './wire-format.ts';

describe('the format of a request', () => {
  const paths: readonly (readonly [string, ReturnType<typeof formatOfPath>])[] = [
    ['/v1/chat/completions', 'openai-chat'],
    ['/a/agent-7/v1/chat/completions?x=1', 'openai-chat'],
    ['/v1/responses', 'openai-responses'],
    ['/v1/responses/compact', 'openai-responses'],
    ['/v1/messages?beta=true', 'anthropic'],
    ['/v1/messages/count_tokens?beta=true', 'anthropic'],
    ['/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse', 'gemini'],
    ['/v1/models', null],
    ['/v1/responses/resp_1/cancel', null],
  ];
  for (const [path, format] of paths) {
    test(`${path} is ${format}`, () => {
      expect(formatOfPath(path)).toBe(format);
    });
  }

  const text = [{ role: 'user', content: 'go' }];
  const toolUse = [
    { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'b', input: {} }] },
  ];
  const bodies: readonly (readonly [string, unknown, ReturnType<typeof wireFormat>])[] = [
    ['plain messages', { messages: text }, 'openai-chat'],
    ['messages beside a system field', { system: 's', messages: text }, 'anthropic'],
    ['messages with blocks', { messages: toolUse }, 'anthropic'],
    ['tools with an input schema', { messages: text, tools: [{ input_schema: {} }] }, 'anthropic'],
    ['messages with results', { messages: [{ role: 'tool', content: 'x' }] }, 'openai-chat'],
    ['input', { input: text }, 'openai-responses'],
    ['contents', { contents: [] }, 'gemini'],
    ['wrapped contents', { request: { contents: [] } }, 'gemini'],
    ['a list of chat messages', text, 'openai-chat'],
    ['a list of messages with blocks', toolUse, 'anthropic'],
    ['a list of items', [{ type: 'function_call', call_id: 'a' }], 'openai-responses'],
    ['a list of contents', [{ role: 'user', parts: [] }], 'gemini'],
    ['an embedding', { model: 'm', input: 7 }, null],
    ['a text', 'messages', null],
    ['nothing', null, null],
    ['a list of numbers', [1, 2], null],
  ];
  for (const [what, body, format] of bodies) {
    test(`${what}: ${format}`, () => {
      expect(wireFormat(body)).toBe(format);
    });
  }

  test('the path is believed before the shape', () => {
    expect(wireFormat({ messages: text }, '/v1/messages')).toBe('anthropic');
    expect(wireFormat({ messages: text }, '/unknown')).toBe('openai-chat');
  });
});
