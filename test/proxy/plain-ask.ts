/** A request as a client without any SDK makes it. */
import type { RunningProxy } from '../kit/running-proxy.ts';
import { MODEL, PROVIDER_KEY } from './sdk-run.ts';

const QUESTION = 'Where is the cat?';

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
    messages: messages ?? [{ role: 'user', content: QUESTION }],
    ...(stream === true ? { stream } : {}),
    ...fields,
  });
}

/** The body of the plain question in Gemini's format. */
export function geminiBody(fields: object = {}): string {
  return JSON.stringify({ contents: [{ role: 'user', parts: [{ text: QUESTION }] }], ...fields });
}

/** Asks for a message in Anthropic's format. */
export function askMessages(running: RunningProxy, ask: PlainAsk = {}): Promise<Response> {
  const url = `${running.baseUrl(ask.agent ?? 'sam', 'anthropic')}/v1/messages`;
  const headers = { 'anthropic-version': '2023-06-01', 'x-api-key': PROVIDER_KEY };
  return post(url, headers, plainBody(ask), ask);
}

/** Asks for a chat completion in OpenAI's format. */
export function askChat(running: RunningProxy, ask: PlainAsk = {}): Promise<Response> {
  const url = `${running.baseUrl(ask.agent ?? 'sam', 'openai')}/chat/completions`;
  return post(url, { authorization: `Bearer ${PROVIDER_KEY}` }, plainBody(ask), ask);
}

/** What is asked in the two formats that have messages of their own: only the plain question. */
type PlainQuestion = Pick<PlainAsk, 'agent' | 'fields' | 'headers' | 'signal' | 'stream'>;

/** Asks for a response in OpenAI's format. */
export function askResponse(running: RunningProxy, ask: PlainQuestion = {}): Promise<Response> {
  const url = `${running.baseUrl(ask.agent ?? 'sam', 'openai')}/responses`;
  const { stream = false } = ask;
  const body = JSON.stringify({ model: MODEL, input: QUESTION, stream, ...ask.fields });
  return post(url, { authorization: `Bearer ${PROVIDER_KEY}` }, body, ask);
}

/** Asks for content in Gemini's format. */
export function askGemini(running: RunningProxy, ask: PlainQuestion = {}): Promise<Response> {
  const method = ask.stream === true ? 'streamGenerateContent?alt=sse' : 'generateContent';
  const url = `${running.baseUrl(ask.agent ?? 'sam', 'gemini')}/v1beta/models/${MODEL}:${method}`;
  return post(url, { 'x-goog-api-key': PROVIDER_KEY }, geminiBody(ask.fields), ask);
}

function post(
  url: string,
  usual: Readonly<Record<string, string>>,
  body: string,
  { headers, signal }: PlainQuestion,
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...usual, ...headers },
    body,
    ...(signal === undefined ? {} : { signal }),
  });
}
