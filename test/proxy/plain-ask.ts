/** A request as a client without any SDK makes it. */
import type { RunningProxy } from '../kit/running-proxy.ts';
import { MODEL, PROVIDER_KEY } from './sdk-run.ts';

/** What is asked. */
export interface PlainAsk {
  readonly agent?: string;
  readonly messages?: readonly object[];
  readonly stream?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** More fields of the body. */
  readonly fields?: object;
}

/** The body of an ask. */
export function plainBody({ messages, stream, fields }: PlainAsk = {}): string {
  return JSON.stringify({
    model: MODEL,
    max_tokens: 100,
    messages: messages ?? [{ role: 'user', content: 'Where is the cat?' }],
    ...(stream === true ? { stream } : {}),
    ...fields,
  });
}

/** Asks for a message in Anthropic's format. */
export function askMessages(running: RunningProxy, ask: PlainAsk = {}): Promise<Response> {
  const { agent = 'sam', headers, signal } = ask;
  return fetch(`${running.baseUrl(agent, 'anthropic')}/v1/messages`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'anthropic-version': '2023-06-01',
      'x-api-key': PROVIDER_KEY,
      ...headers,
    },
    body: plainBody(ask),
    ...(signal === undefined ? {} : { signal }),
  });
}

/** Asks for a chat completion in OpenAI's format. */
export function askChat(running: RunningProxy, ask: PlainAsk = {}): Promise<Response> {
  const { agent = 'sam', headers, signal } = ask;
  return fetch(`${running.baseUrl(agent, 'openai')}/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${PROVIDER_KEY}`,
      ...headers,
    },
    body: plainBody(ask),
    ...(signal === undefined ? {} : { signal }),
  });
}
