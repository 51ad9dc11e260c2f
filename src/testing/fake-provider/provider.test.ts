/** The real SDKs talk to the fake provider and understand all it says, streamed and not. */
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { afterEach, describe, expect, test } from 'vitest';
import { startFakeProvider, type FakeProvider } from './provider.ts';
import type { AskedTurn, FakeAnswer } from './turn.ts';

const args = { path: 'src/größe-😀.ts', lines: [1, 2], deep: { quote: '"\n' } };
const full: FakeAnswer = {
  reasoning: 'The file comes first, I think.',
  text: 'I will read the file 😀 and then decide.',
  toolCalls: [
    { name: 'read_file', args },
    { name: 'search', args: {} },
  ],
  usage: { input: 100, output: 40, cacheRead: 30, cacheWrite: 7 },
};

let provider: FakeProvider;
let asked: AskedTurn[] = [];

async function start(answer: FakeAnswer): Promise<void> {
  asked = [];
  const script = (turn: AskedTurn) => {
    asked.push(turn);
    return answer;
  };
  provider = await startFakeProvider({ script });
}

afterEach(() => provider.close());

describe('the Anthropic SDK', () => {
  const client = () => new Anthropic({ baseURL: provider.url, apiKey: 'key', maxRetries: 0 });
  const request = {
    model: 'claude-x',
    max_tokens: 100,
    messages: [{ role: 'user' as const, content: 'Read it.' }],
  };
  const content = [
    {
      type: 'thinking',
      thinking: full.reasoning,
      signature: 'signature_000000',
    },
    { type: 'text', text: full.text },
    { type: 'tool_use', id: 'toolu_000000_0', name: 'read_file', input: args },
    { type: 'tool_use', id: 'toolu_000000_1', name: 'search', input: {} },
  ];
  const usage = {
    input_tokens: 100,
    output_tokens: 40,
    cache_read_input_tokens: 30,
    cache_creation_input_tokens: 7,
  };

  test('reads a whole message', async () => {
    await start(full);
    const message = await client().messages.create(request);
    expect(message).toMatchObject({ model: 'claude-x', stop_reason: 'tool_use', content, usage });
  });

  test('puts a streamed message together, tool by tool', async () => {
    await start(full);
    const stream = client().messages.stream(request);
    const types = new Set<string>();
    const pieces: string[] = [];
    stream.on('streamEvent', (event) => types.add(event.type));
    stream.on('inputJson', (piece) => pieces.push(piece));
    const message = await stream.finalMessage();
    expect(message).toMatchObject({ stop_reason: 'tool_use', content, usage });
    expect(pieces.filter((piece) => piece !== '').length).toBeGreaterThan(3);
    expect([...types]).toEqual([
      'message_start',
      'content_block_start',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ]);
  });

  test('counts tokens, lists models, and throws the error of a refusal', async () => {
    await start({ status: 529, error: { message: 'too much to do' } });
    const { input_tokens } = await client().messages.countTokens({
      model: 'claude-x',
      messages: request.messages,
    });
    expect(input_tokens).toBeGreaterThan(0);
    const models = await client().models.list();
    expect(models.data.map(({ id }) => id)).toEqual(['fake-model', 'fake-model-mini']);
    await expect(client().messages.create(request)).rejects.toMatchObject({
      status: 529,
      error: { type: 'error', error: { type: 'overloaded_error', message: 'too much to do' } },
    });
  });
});

describe('the OpenAI SDK, chat completions', () => {
  const client = () => new OpenAI({ baseURL: `${provider.url}/v1`, apiKey: 'key', maxRetries: 0 });
  const request = {
    model: 'gpt-x',
    messages: [{ role: 'user' as const, content: 'Read it.' }],
  };
  const calls = [
    { id: 'call_000000_0', function: { name: 'read_file', arguments: JSON.stringify(args) } },
    { id: 'call_000000_1', function: { name: 'search', arguments: '{}' } },
  ];
  const usage = {
    prompt_tokens: 137,
    completion_tokens: 40,
    total_tokens: 177,
    prompt_tokens_details: { cached_tokens: 30 },
  };

  test('reads a whole completion', async () => {
    await start(full);
    const completion = await client().chat.completions.create(request);
    const message = { content: full.text, tool_calls: calls };
    expect(completion).toMatchObject({ model: 'gpt-x', usage });
    expect(completion.choices[0]).toMatchObject({ finish_reason: 'tool_calls', message });
  });

  test('puts a streamed completion together, with its usage', async () => {
    await start(full);
    const stream = client().chat.completions.stream({
      ...request,
      stream_options: { include_usage: true },
    });
    const completion = await stream.finalChatCompletion();
    const message = { content: full.text, tool_calls: calls };
    expect(completion).toMatchObject({ usage });
    expect(completion.choices[0]).toMatchObject({ finish_reason: 'tool_calls', message });
  });

  test('gets no usage in a stream that does not ask for it', async () => {
    await start(full);
    const stream = await client().chat.completions.create({ ...request, stream: true });
    for await (const chunk of stream) expect(chunk.usage).toBeUndefined();
  });

  test('lists models, and throws the error of a refusal', async () => {
    await start({ status: 429, headers: { 'retry-after': '7' } });
    const models = await client().models.list();
    expect(models.data).toHaveLength(2);
    const refused = client().chat.completions.create({ ...request, stream: true });
    await expect(refused).rejects.toMatchObject({ status: 429, code: 'rate_limit_exceeded' });
  });
});

describe('the OpenAI SDK, responses', () => {
  const client = () => new OpenAI({ baseURL: `${provider.url}/v1`, apiKey: 'key', maxRetries: 0 });
  const request = { model: 'gpt-x', instructions: 'Be brief.', input: 'Read it.' };
  const output = [
    { type: 'reasoning', summary: [{ type: 'summary_text', text: full.reasoning }] },
    { type: 'message', content: [{ type: 'output_text', text: full.text }] },
    {
      type: 'function_call',
      call_id: 'call_000000_0',
      name: 'read_file',
      arguments: JSON.stringify(args),
    },
    { type: 'function_call', call_id: 'call_000000_1', name: 'search', arguments: '{}' },
  ];
  const usage = {
    input_tokens: 137,
    output_tokens: 40,
    input_tokens_details: { cached_tokens: 30, cache_write_tokens: 7 },
  };

  test('reads a whole response', async () => {
    await start(full);
    const response = await client().responses.create(request);
    expect(response).toMatchObject({ status: 'completed', output, usage });
    expect(response.output_text).toBe(full.text);
    expect(asked[0]).toMatchObject({ format: 'openai-responses', lastUserText: 'Read it.' });
  });

  test('puts a streamed response together out of its events', async () => {
    await start(full);
    const stream = client().responses.stream(request);
    const numbers: number[] = [];
    const types: string[] = [];
    for await (const event of stream) {
      if ('sequence_number' in event) numbers.push(event.sequence_number);
      types.push(event.type);
    }
    const response = await stream.finalResponse();
    expect(response).toMatchObject({ status: 'completed', output, usage });
    expect(numbers).toEqual(numbers.map((_, index) => index));
    expect(types[0]).toBe('response.created');
    expect(types.filter((type) => type === 'response.output_item.done')).toHaveLength(4);
    expect(types.filter((type) => type.endsWith('arguments.delta')).length).toBeGreaterThan(3);
    expect(types.at(-1)).toBe('response.completed');
  });

  test('is told the group of a tool that has one', async () => {
    const toolCalls = [
      { name: 'spawn', args: {}, namespace: 'team' },
      { name: 'search', args: {} },
    ];
    await start({ toolCalls });
    const whole = await client().responses.create(request);
    const streamed = await client().responses.stream(request).finalResponse();
    for (const response of [whole, streamed]) {
      expect(response.output).toMatchObject([{ name: 'spawn', namespace: 'team' }, {}]);
      expect(response.output[1]).not.toHaveProperty('namespace');
    }
  });

  test('gets a conversation with results across to the script', async () => {
    await start({ text: 'Done.' });
    const call = { call_id: 'call_7', name: 'read_file', arguments: '{}' };
    await client().responses.create({
      model: 'gpt-x',
      input: [
        { role: 'user', content: 'Read it.' },
        { type: 'function_call', ...call },
        { type: 'function_call_output', call_id: 'call_7', output: 'line one' },
      ],
    });
    expect(asked[0]).toMatchObject({
      model: 'gpt-x',
      stream: false,
      lastUserText: 'Read it.',
      toolResults: [{ callId: 'call_7', tool: 'read_file', text: 'line one' }],
    });
  });
});
