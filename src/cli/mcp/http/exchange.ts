/**
 * One request over HTTP, and its answer as it arrives.
 *
 * A tool may run for hours without a word, so nothing here ends an answer for its silence. Each request has a
 * connection of its own: one that was kept may break just as a tool call goes out, and nobody could say whether it ran.
 */
import {
  request as plainRequest,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { request as tlsRequest } from 'node:https';

/** What is asked. */
export interface Asked {
  readonly method: 'POST' | 'GET' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/** A request that has gone out. */
export interface Exchange {
  /** When the server has all of it, or never will. */
  readonly written: Promise<void>;
  readonly answer: Promise<IncomingMessage>;
}

const CONNECT_MS_MAX = 30_000;
const REDIRECTS_MAX = 3;
const SAME_AGAIN = [307, 308];

/** Sends it. An answer that leads elsewhere on the same host is followed; the headers go to no other. */
export function exchange(url: URL, asked: Asked): Exchange {
  const first = sent(url, asked);
  return { written: first.written, answer: followed(url, asked, first) };
}

async function followed(url: URL, asked: Asked, first: Exchange): Promise<IncomingMessage> {
  let at = url;
  let answer = await first.answer;
  for (let hops = 0; hops < REDIRECTS_MAX; hops += 1) {
    const { statusCode = 0, headers } = answer;
    if (!SAME_AGAIN.includes(statusCode)) break;
    const next = URL.parse(headers.location ?? '', at.href);
    if (next === null || next.origin !== url.origin) break;
    answer.destroy();
    at = next;
    answer = await sent(at, asked).answer;
  }
  return answer;
}

function sent(url: URL, { method, headers, body, signal }: Asked): Exchange {
  const request = url.protocol === 'https:' ? tlsRequest : plainRequest;
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const options: RequestOptions = {
    method,
    agent: false,
    headers: { ...headers, ...length, connection: 'close' },
    signal,
  };
  const answer = Promise.withResolvers<IncomingMessage>();
  const written = Promise.withResolvers<void>();
  let outgoing: ClientRequest;
  try {
    outgoing = request(url, options, (incoming) => {
      // Whoever reads the answer hears of the error; one that nobody reads any more breaks unheard.
      incoming.on('error', () => undefined);
      written.resolve();
      answer.resolve(incoming);
    });
  } catch (error) {
    // What a server calls its sessions and events goes into headers, and not every text may stand there.
    written.resolve();
    answer.reject(error);
    return { written: written.promise, answer: answer.promise };
  }
  const timer = setTimeout(() => {
    outgoing.destroy(new Error(`no connection within ${CONNECT_MS_MAX / 1_000} s`));
  }, CONNECT_MS_MAX);
  outgoing.once('finish', () => {
    clearTimeout(timer);
    written.resolve();
  });
  outgoing.once('close', () => clearTimeout(timer));
  outgoing.on('error', (error) => {
    written.resolve();
    answer.reject(error);
  });
  outgoing.end(body);
  return { written: written.promise, answer: answer.promise };
}
