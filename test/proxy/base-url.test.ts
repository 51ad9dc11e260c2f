/** A base URL works with the version in it and without. */
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { expect, test } from 'vitest';
import { startedProxy } from './started-proxy.ts';

const messages = [{ role: 'user', content: 'hello' }] as const;

test.each(['openai', 'openai/v1'])('openai, pointed at /agents/x/%s', async (base) => {
  const { proxy } = await startedProxy(() => ({ text: 'fine' }));
  const client = new OpenAI({ baseURL: `${proxy.url}/agents/x/${base}`, apiKey: 'k' });
  const chat = await client.chat.completions.create({ model: 'm', messages: [...messages] });
  expect(chat.choices[0]?.message.content).toBe('fine');
  const response = await client.responses.create({ model: 'm', input: 'hello' });
  expect(response.output_text).toBe('fine');
});

test.each(['anthropic', 'anthropic/v1'])('anthropic, pointed at /agents/x/%s', async (base) => {
  const { proxy } = await startedProxy(() => ({ text: 'fine' }));
  const client = new Anthropic({ baseURL: `${proxy.url}/agents/x/${base}`, apiKey: 'k' });
  const asked = { model: 'm', max_tokens: 9, messages: [...messages] };
  expect((await client.messages.create(asked)).content).toMatchObject([{ text: 'fine' }]);
});
