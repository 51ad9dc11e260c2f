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
    // Compatible servers and gateways: Azure, OpenRouter, Ollama, vLLM, LM Studio, Vertex.
    ['/openai/deployments/my-gpt/chat/completions?api-version=2025-04-01-preview', 'openai-chat'],
    ['/openai/v1/responses?api-version=preview', 'openai-responses'],
    ['/api/v1/chat/completions', 'openai-chat'],
    ['/v1/projects/p/locations/l/endpoints/openapi/chat/completions', 'openai-chat'],
    ['/anthropic/v1/messages', 'anthropic'],
    // Gemini's own models elsewhere, and the form that wraps the request.
    ['/v1/projects/p/locations/l/publishers/google/models/m:streamGenerateContent', 'gemini'],
    ['/v1/projects/p/locations/l/endpoints/123:generateContent', 'gemini'],
    ['/v1internal:streamGenerateContent?alt=sse', 'gemini'],
    ['/v1internal:countTokens', 'gemini'],
    // Anthropic's models in two clouds.
    ['/v1/projects/p/locations/l/publishers/anthropic/models/m@1:streamRawPredict', 'anthropic'],
    ['/v1/projects/p/locations/l/publishers/anthropic/models/m@1:rawPredict', 'anthropic'],
    ['/model/us.anthropic.claude-x-v2%3A0/invoke', 'anthropic'],
    ['/model/anthropic.claude-x-v2:0/invoke-with-response-stream', 'anthropic'],
    // A provider reads these as it reads the plain ones.
    ['/v1beta/models/m%3AgenerateContent', 'gemini'],
    ['/v1/chat/completion%73', 'openai-chat'],
    ['/openai/deployments/x/Chat/Completions', 'openai-chat'],
    // What is no conversation, or not in one of the formats.
    ['/v1/projects/p/locations/l/publishers/anthropic/models/count-tokens:rawPredict', null],
    ['/v1/projects/p/locations/l/publishers/mistralai/models/m:rawPredict', null],
    ['/model/amazon.nova-x/invoke', null],
    ['/model/anthropic.claude-x/converse', null],
    ['/v1/models?after=/v1/messages', null],
    ['/v1beta/models/m:embedContent', null],
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
