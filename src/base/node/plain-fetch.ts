/**
 * One request and its whole answer over Node's own HTTP client, in the words of `fetch`.
 *
 * Node's `fetch` takes longer to load than a command that stops an agent takes altogether. What a command asks of the
 * control plane needs little of it: no redirects, no streams, a text or JSON as the answer.
 */
import type { IncomingMessage, RequestOptions } from 'node:http';

/** What is sent: the part of `fetch`'s own that is understood here. */
export interface PlainRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

/** What came back: the part of `Response` that is used. */
export interface PlainResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly statusText: string;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
  json(): Promise<unknown>;
}

const ANSWER_BYTES_MAX = 256 * 1_024 * 1_024;

/** Sends it. Throws where no whole answer comes, and where it leads elsewhere. */
export async function plainFetch(
  address: string,
  { method = 'GET', headers = {}, body, signal }: PlainRequest = {},
): Promise<PlainResponse> {
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol)) {
    throw new TypeError(`an address must begin with http:// or https://, not ${url.protocol}`);
  }
  const isTls = url.protocol === 'https:';
  const { request } = isTls ? await import('node:https') : await import('node:http');
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const options: RequestOptions = {
    method,
    // A connection that is kept would keep the command from ending.
    agent: false,
    headers: { ...headers, ...length, connection: 'close' },
    ...(signal === undefined ? {} : { signal }),
  };
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const sent = request(url, options, resolve);
  sent.on('error', reject);
  sent.end(body);
  try {
    return await wholeAnswer(await promise);
  } catch (error) {
    sent.destroy();
    throw signal?.aborted === true ? signal.reason : error;
  }
}

async function wholeAnswer(message: IncomingMessage): Promise<PlainResponse> {
  const { statusCode: status = 0, statusMessage: statusText = '' } = message;
  if (status >= 300 && status < 400 && message.headers.location !== undefined) {
    throw new TypeError('the answer leads elsewhere');
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES_MAX) throw new RangeError(`more than ${ANSWER_BYTES_MAX} bytes came`);
  }
  const text = Buffer.concat(chunks).toString();
  return {
    ok: status >= 200 && status < 300,
    status,
    statusText,
    headers: { get: (name) => message.headers[name.toLowerCase()]?.toString() ?? null },
    text: () => Promise.resolve(text),
    // As `fetch` does: what is no JSON is a rejected promise.
    json: () => Promise.resolve(text).then((json) => JSON.parse(json) as unknown),
  };
}
