/** What an agent key is for: which models may be asked with it, and whose budgets its calls count in. */
import { describe, expect, test, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { hookServerPlace, type HookServerPlace } from '../hooks/hook-server.ts';
import { callControl } from '../hostile/control-call.ts';
import { runTripwire } from '../kit/run-tripwire.ts';

vi.setConfig({ testTimeout: 120_000 });

interface Key {
  readonly id: string;
  readonly key: string;
  readonly models: readonly string[] | null;
}

async function keys(at: HookServerPlace, ...args: readonly string[]) {
  const { code, stdout, stderr } = await runTripwire(['keys', ...args, '--json'], '', at.env);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout) as Key & { readonly keys: readonly Key[] };
}

type Said = Readonly<Record<string, string>>;

/** Asks in a wire format as `one`; null when it passed, else the refusal as it came. */
async function asked(
  at: HookServerPlace,
  format: 'messages' | 'chat' | 'responses' | 'gemini',
  { key, model, headers = {} }: { key: string; model: string | null; headers?: Said },
) {
  const question = 'Where is the cat?';
  const named = model === null ? {} : { model };
  const messages = [{ role: 'user', content: question }];
  const [path, body] = {
    messages: ['anthropic/v1/messages', { ...named, max_tokens: 50, messages }],
    chat: ['openai/v1/chat/completions', { ...named, messages }],
    responses: ['openai/v1/responses', { ...named, input: question }],
    gemini: [
      `gemini/v1beta/models/${model}:generateContent`,
      { contents: [{ role: 'user', parts: [{ text: question }] }] },
    ],
  }[format] as [string, object];
  const answer = await fetch(`${at.server.url}/agents/one/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-tripwire-key': key, ...headers },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  return answer.ok ? null : { status: answer.status, text };
}

describe('a key for certain models', () => {
  verifies(
    'X15',
    'refuses every other in the format of the client, and none reaches the provider',
    async () => {
      const at = await hookServerPlace();
      const { key } = await keys(
        at,
        'make',
        'one',
        '--model',
        'claude-haiku-*',
        '--model',
        'gpt-5',
      );
      for (const format of ['messages', 'chat', 'responses', 'gemini'] as const) {
        const refused = await asked(at, format, { key, model: 'claude-opus-4-5' });
        expect(refused?.text, format).toContain('model_not_allowed');
        expect(refused?.text).toContain('claude-opus-4-5');
        const error = (JSON.parse(refused?.text ?? '{}') as { readonly error?: object }).error;
        expect(error).toMatchObject({ tripwire: { code: 'model_not_allowed', agent: 'one' } });
      }
      const unnamed = await asked(at, 'chat', { key, model: null });
      expect(unnamed?.status).toBeGreaterThanOrEqual(400);
      expect(at.provider.requests).toHaveLength(0);
      const events = await callControl(at, 'GET', '/api/events?type=note&limit=100');
      expect(JSON.stringify(events.body)).toContain('MODEL_NOT_ALLOWED');
    },
  );

  const CHAT = { messages: [{ role: 'user', content: 'Where is the cat?' }] };
  const PROMPT = { contents: [{ role: 'user', parts: [{ text: 'Where is the cat?' }] }] };
  verifies('X15', 'is for no other that a query, a list or a deployment names', async () => {
    const at = await hookServerPlace();
    const { key } = await keys(at, 'make', 'one', '--model', 'gpt-5-nano', '--model', 'gemini-*');
    const sent = async (path: string, body: string) => {
      const answer = await fetch(`${at.server.url}/agents/one/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-tripwire-key': key },
        body,
      });
      return { isPassed: answer.ok, text: await answer.text() };
    };
    const send = (path: string, body: object) => sent(path, JSON.stringify(body));
    const chat = 'openai/v1/chat/completions';
    const nano = { ...CHAT, model: 'gpt-5-nano' };
    const refused: (readonly [path: string, body: object])[] = [
      [`${chat}?q=/models/gpt-5-nano:x`, { ...CHAT, model: 'gpt-5' }],
      [`${chat}?/models/gpt-5-nano:generateContent`, { ...CHAT, model: 'gpt-5' }],
      [`${chat}%3F/models/gpt-5-nano:generateContent`, { ...CHAT, model: 'gpt-5' }],
      ['openai/v1/embeddings?q=/models/gpt-5-nano:x', { model: 'big', input: 'x' }],
      [chat, { ...nano, models: ['gpt-5-pro'] }],
      [chat, { ...nano, Models: ['gpt-5-nano', 'gpt-5-pro'] }],
      [chat, { ...nano, fallbacks: [{ 'gpt-5-nano': ['gpt-5-pro'] }] }],
      ['openai/deployments/gpt-5-pro/chat/completions', nano],
      ['gemini/v1beta/tunedModels/own:generateContent', { ...PROMPT, model: 'gemini-3' }],
      ['gemini/v1beta/models/%67pt-5-pro:generateContent', { ...PROMPT, model: 'gemini-3' }],
    ];
    const responses = 'openai/v1/responses';
    const input = { model: 'gpt-5-nano', input: 'Where is the cat?' };
    const batch = { model: 'gpt-5-nano', requests: [{ params: { ...CHAT, model: 'gpt-5-pro' } }] };
    const pro = { request: { ...PROMPT, model: 'models/gpt-5-pro' } };
    refused.push(
      [responses, { ...input, tools: [{ type: 'image_generation', model: 'gpt-image-9' }] }],
      ['anthropic/v1/messages/batches', batch],
      ['gemini/v1beta/models/gemini-3:batchGenerateContent', { batch: { requests: [pro] } }],
      ['gemini/v1beta/models/gemini-3:generateContent', { ...PROMPT, model: 'models/gpt-5-pro' }],
      [chat, { ...nano, extra_body: { model: 'gpt-5-pro' } }],
      [chat, { ...nano, router: { fallbackModels: ['gpt-5-pro'] } }],
      ['openai/v1/engines/gpt-5-pro/completions', { model: 'gpt-5-nano', prompt: 'x' }],
      ['openai/models/owner/gpt-5-pro', { model: 'gpt-5-nano', inputs: 'x' }],
      ['openai/v1/images/generations', { model: 'gpt-5-nano', ' model_ID': 'gpt-5-pro' }],
    );
    for (const [path, body] of refused) {
      expect((await send(path, body)).text, path).toContain('model_not_allowed');
    }
    for (const text of [
      '{"model":"gpt-5-nano","Model":"b"}',
      '{"model":"b","model":"gpt-5-nano"}',
    ]) {
      const unclear = await sent('openai/v1/embeddings', text);
      expect(unclear.text, text).toMatch(/request_unreadable|model_not_allowed/);
    }
    expect(at.provider.requests).toHaveLength(0);
    const made = { name: 'make', input: { model: 'Ford' }, type: 'tool_use', id: 't' };
    const tool = { properties: { model: { type: 'string', default: 'Ford' } }, type: 'object' };
    const cars = {
      model: 'gpt-5-nano',
      max_tokens: 9,
      metadata: { model: 'Ford' },
      tools: [{ name: 'make', input_schema: tool }],
      messages: [...CHAT.messages, { role: 'assistant', content: [made] }],
    };
    expect(await send('anthropic/v1/messages', cars)).toMatchObject({ isPassed: true });
    expect(await send(`${chat}?q=/models/gpt-5-pro:x`, nano)).toMatchObject({ isPassed: true });
    expect(await send(chat, { ...nano, models: ['gpt-5-nano'] })).toMatchObject({ isPassed: true });
    const gemini = 'gemini/v1beta/models/gemini%2D3-pro:generateContent';
    expect(await send(gemini, PROMPT)).toMatchObject({ isPassed: true });
  });

  verifies('X15', 'lets those pass, and a key beside it is for all', async () => {
    const at = await hookServerPlace();
    const { key, id } = await keys(
      at,
      'make',
      'one',
      '--model',
      'claude-haiku-*',
      '--model',
      'gpt-5',
    );
    expect(await asked(at, 'messages', { key, model: 'claude-haiku-4-5' })).toBeNull();
    expect(await asked(at, 'chat', { key, model: 'gpt-5' })).toBeNull();
    const free = await keys(at, 'make', 'one');
    expect(await asked(at, 'messages', { key: free.key, model: 'claude-opus-4-5' })).toBeNull();
    // Whoever shows both has what both are for.
    const both = { 'x-api-key': free.key };
    const refused = await asked(at, 'messages', { key, model: 'claude-opus-4-5', headers: both });
    expect(refused?.text).toContain('model_not_allowed');
    const shown = await runTripwire(['keys'], '', at.env);
    expect(shown.stdout).toContain('only claude-haiku-*, gpt-5');
    const rotated = await keys(at, 'rotate', id);
    expect(rotated.models).toEqual(['claude-haiku-*', 'gpt-5']);
    const again = await asked(at, 'messages', { key: rotated.key, model: 'claude-opus-4-5' });
    expect(again?.text).toContain('model_not_allowed');
  });

  test.each([
    [{ models: [] }, 'must be 1 to 64 names of models'],
    [{ models: 'gpt-5' }, 'must be 1 to 64 names of models'],
    [{ user: 'ann or bob' }, 'must be 1 to 128 letters'],
  ])('%j is refused, and no key is made', async (body, problem) => {
    const at = await hookServerPlace();
    await callControl(at, 'POST', '/api/agents', { name: 'one' });
    const answer = await callControl(at, 'POST', '/api/agents/one/keys', body);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain(problem);
    expect((await keys(at)).keys).toEqual([]);
  });
});

verifies('X6', 'a key for a user counts in the budget of that user, whatever is said', async () => {
  const at = await hookServerPlace(
    'teams:\n  per-user: { each: user, budgets: { calls_per_day: 1 } }\n',
  );
  const ann = await keys(at, 'make', 'one', '--user', 'ann');
  const bob = await keys(at, 'make', 'one', '--user', 'bob');
  const ask = (key: string, headers: Said = {}) =>
    asked(at, 'messages', { key, model: 'claude-haiku-4-5', headers });
  const lying = await ask(ann.key, { 'x-tripwire-user': 'bob' });
  expect(lying).toMatchObject({ status: 403 });
  expect(lying?.text).toContain('The agent key is for the user ann');
  expect(await ask(ann.key)).toBeNull();
  expect((await ask(ann.key))?.text).toContain('here: user ann');
  expect(await ask(bob.key, { 'x-tripwire-user': 'bob' })).toBeNull();
});
