/** What a deactivated agent's client gets, in every wire format: a refusal that ends the client's retries. */
import { afterAll, beforeAll, describe, expect, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import {
  newHome,
  startTripwire,
  type Home,
  type RunningTripwire,
} from '../kit/running-tripwire.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

interface Form {
  readonly path: string;
  readonly body: object;
  /** The same question for an answer as a stream. */
  readonly streamed: { readonly path: string; readonly body: object };
  readonly status: number;
}

const messages = [{ role: 'user', content: 'Who are you?' }];
const chat = { model: 'fake-model', max_tokens: 100, messages };
const response = { model: 'fake-model', input: 'Who are you?' };
const content = { contents: [{ role: 'user', parts: [{ text: 'Who are you?' }] }] };
const gemini = 'gemini/v1beta/models/fake-model';

/** One entry a wire format; the path and body of its streamed form often differ only in a flag. */
const FORMS: Readonly<Record<string, Form>> = {
  'anthropic messages': {
    path: 'anthropic/v1/messages',
    body: chat,
    streamed: { path: 'anthropic/v1/messages', body: { ...chat, stream: true } },
    status: 402,
  },
  'openai chat': {
    path: 'openai/v1/chat/completions',
    body: chat,
    streamed: { path: 'openai/v1/chat/completions', body: { ...chat, stream: true } },
    status: 400,
  },
  'openai responses': {
    path: 'openai/v1/responses',
    body: response,
    streamed: { path: 'openai/v1/responses', body: { ...response, stream: true } },
    status: 400,
  },
  gemini: {
    path: `${gemini}:generateContent`,
    body: content,
    streamed: { path: `${gemini}:streamGenerateContent?alt=sse`, body: content },
    status: 403,
  },
};

let home: Home;
let server: RunningTripwire;
beforeAll(async () => {
  home = await newHome();
  server = await startTripwire(home);
});
afterAll(async () => {
  await server.end();
  await home.provider.close();
});

const ask = (agent: string, { path, body }: Pick<Form, 'path' | 'body'>) =>
  fetch(`${server.url}/agents/${agent}/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: 'Bearer no-key',
      'x-api-key': 'no-key',
      'x-goog-api-key': 'no-key',
    },
    body: JSON.stringify(body),
  });

describe.each(Object.entries(FORMS))('%s', (name, form) => {
  verifies('K9', 'refused with an error that no client retries, streamed or not', async () => {
    const agent = name.replace(' ', '-');
    const passed = await ask(agent, form);
    expect(passed.status).toBe(200);
    expect(passed.headers.get('x-should-retry')).toBeNull();
    await passed.text();
    await server.api(`/api/agents/${agent}/deactivate`, { why: 'not now' });
    const before = home.provider.requests.length;
    for (const asked of [form, form.streamed]) {
      const refused = await ask(agent, asked);
      expect(refused.status).toBe(form.status);
      expect(refused.headers.get('x-should-retry')).toBe('false');
      expect(refused.headers.get('retry-after')).toBeNull();
      expect(refused.headers.get('content-type')).toContain('application/json');
      expect(await refused.json()).toHaveProperty('error.tripwire.code', 'manual');
    }
    expect(home.provider.requests).toHaveLength(before);
  });
});
