/**
 * A session with a server of MCP over HTTP: what every request of it carries, and what is said when one fails.
 *
 * No words from here hold a header's value, or more of the address than its host.
 */
import type { IncomingMessage } from 'node:http';
import { errorCode, errorWords } from '../../../base/error-words.ts';
import { parseJson } from '../../../base/json-text.ts';
import { fieldsOf } from '../../../base/json-values.ts';
import { boundedText } from '../../../base/node/bounded-text.ts';
import { redactSecrets } from '../../../base/secrets/redact-secrets.ts';
import type { HttpAddress } from './address.ts';
import { exchange, type Exchange } from './exchange.ts';

/** What was agreed on when the session began. */
interface Agreed {
  /** The server's name for the session; null when it keeps none. */
  readonly id: string | null;
  readonly version: string | null;
}

const PROBLEM_BYTES_MAX = 64 * 1_024;
const STREAM = 'text/event-stream';
const JSON_TYPE = 'application/json';
const NOTHING: Agreed = { id: null, version: null };

/** The media type of an answer. */
export function typeOf({ headers }: IncomingMessage): 'json' | 'stream' | null {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type === JSON_TYPE) return 'json';
  return type === STREAM ? 'stream' : null;
}

/** Whether the server took what it was sent. */
export function isTaken({ statusCode = 0 }: IncomingMessage): boolean {
  return statusCode >= 200 && statusCode < 300;
}

/** One session. */
export class HttpSession {
  readonly #address: HttpAddress;
  #agreed = NOTHING;

  constructor(address: HttpAddress) {
    this.#address = address;
  }

  get agreed(): Agreed {
    return this.#agreed;
  }

  /** Goes back to an earlier state of the session; to none when it is not given. */
  become(agreed: Agreed = NOTHING): void {
    this.#agreed = agreed;
  }

  /** The answer to the first request names the session. */
  named({ headers }: IncomingMessage): void {
    const id = headers['mcp-session-id'];
    if (typeof id === 'string') this.#agreed = { ...this.#agreed, id };
  }

  /** And its content says which version is spoken. */
  speaks(result: unknown): void {
    const { protocolVersion: version } = fieldsOf(result);
    if (typeof version !== 'string' || !/^[\w.-]{1,64}$/.test(version)) return;
    this.#agreed = { ...this.#agreed, version };
  }

  post(message: object, signal: AbortSignal): Exchange {
    const headers = {
      ...this.#headers(),
      'content-type': JSON_TYPE,
      accept: `${JSON_TYPE}, ${STREAM}`,
    };
    const body = JSON.stringify(message);
    return exchange(this.#address.url, { method: 'POST', headers, body, signal });
  }

  /** A stream of what the server says of itself, or what an earlier one would have said after this event. */
  stream(lastId: string | null, signal: AbortSignal): Promise<IncomingMessage> {
    const after = lastId === null ? {} : { 'last-event-id': lastId };
    const headers = { ...this.#headers(), accept: STREAM, ...after };
    return exchange(this.#address.url, { method: 'GET', headers, signal }).answer;
  }

  delete(signal: AbortSignal): Promise<IncomingMessage> {
    return exchange(this.#address.url, { method: 'DELETE', headers: this.#headers(), signal })
      .answer;
  }

  /** Why a request came to nothing. */
  words(error: unknown): string {
    const why =
      error instanceof HttpProblem ? error.message : (errorCode(error) ?? errorWords(error));
    const known = Object.values(this.#address.headers);
    return `the MCP server at ${this.#address.url.host} ${redactSecrets(why, known)}`;
  }

  #headers(): Record<string, string> {
    const { id, version } = this.#agreed;
    return {
      ...this.#address.headers,
      ...(id === null ? {} : { 'mcp-session-id': id }),
      ...(version === null ? {} : { 'mcp-protocol-version': version }),
    };
  }
}

/** An answer that is none, in words that follow the server's name. */
export class HttpProblem extends Error {}

/** What an answer says that refuses a request. */
export async function problemIn(answer: IncomingMessage): Promise<HttpProblem> {
  const { statusCode = 0 } = answer;
  const text = await boundedText(answer, PROBLEM_BYTES_MAX).catch(() => '');
  const { message } = fieldsOf(fieldsOf(parseJson(text))['error']);
  const said = typeof message === 'string' ? `: ${message}` : '';
  const hint = [401, 403].includes(statusCode) ? ' (--header gives it credentials)' : '';
  return new HttpProblem(`answered with status ${statusCode}${said}${hint}`);
}
