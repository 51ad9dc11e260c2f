/**
 * The providers' side: one pool of connections for each, raw bytes in both directions, no redirects.
 *
 * Where an upstream is, is configuration and never a part of a request.
 */
import type { Readable } from 'node:stream';
import { Pool } from 'undici';
import type { HeaderPairs } from '../base/header-pairs.ts';
import { AnswerHandler, type UpstreamResponse } from './answer-handler.ts';
import { upstreamPath } from './route/upstream-path.ts';

/** What is sent on. */
export interface UpstreamRequest {
  readonly method: string;
  /** With the query, as the client wrote it. */
  readonly path: string;
  readonly headers: HeaderPairs;
  readonly body: Buffer | null;
  /** Nothing else may follow on its connection: a server that does not read the body would take it for a request. */
  readonly isLast: boolean;
  /** The first of these ends it. */
  readonly signals: readonly AbortSignal[];
  /** Asked before each piece of the body is written; without it the body is written as a whole. */
  readonly goesOn?: () => boolean;
}

/** Times after which an upstream counts as gone. */
export interface UpstreamLimits {
  readonly connectMs: number;
  /** Until the headers of the answer. */
  readonly answerMs: number;
  /** Between two pieces of the answer. */
  readonly idleMs: number;
}

const PIECE_BYTES = 64 * 1024;

/**
 * The body, in pieces where it is asked before each of them whether it goes on. A whole body is written when the
 * connection is there, which can be long after it was asked for. Without its length such a body would be sent in another
 * form, so it is then left whole.
 */
function bodyOf({ body, headers, goesOn }: UpstreamRequest): Buffer | Readable | null {
  const isMeasured = headers.some(([name]) => name.toLowerCase() === 'content-length');
  if (body === null || goesOn === undefined || !isMeasured) return body;
  // The client takes any iterable and asks it for a piece when it writes one; a stream would read ahead.
  return bodyPieces(body, goesOn) as unknown as Readable;
}

/** The pieces of a body; throws, and ends the request, as soon as it may not go on. */
function* bodyPieces(body: Buffer, goesOn: () => boolean): Generator<Buffer> {
  for (let at = 0; at < body.length; at += PIECE_BYTES) {
    if (!goesOn()) throw new Error('the call was ended before it was sent');
    yield body.subarray(at, at + PIECE_BYTES);
  }
}

/** The connections to one provider. */
export class Upstream {
  readonly #pool: Pool;
  /** The path of the base URL, without a slash at its end. */
  readonly #base: string;
  readonly #format: string;
  readonly host: string;

  constructor(url: string, format: string, limits: UpstreamLimits) {
    this.#format = format;
    const { origin, pathname, host } = new URL(url);
    this.host = host;
    this.#base = pathname.replace(/\/+$/, '');
    this.#pool = new Pool(origin, {
      connect: { timeout: limits.connectMs },
      headersTimeout: limits.answerMs,
      bodyTimeout: limits.idleMs,
      // Each call is alone on its connection: a stopped one must not take another with it.
      pipelining: 1,
    });
  }

  /** Sends a request; resolves with the head of its answer. */
  send(request: UpstreamRequest): Promise<UpstreamResponse> {
    const handler = new AnswerHandler(request.signals);
    try {
      this.#pool.dispatch(
        {
          method: request.method,
          path: upstreamPath(this.#base, request.path, this.#format),
          headers: request.headers.flat(),
          body: bodyOf(request),
          reset: request.isLast,
        },
        handler,
      );
    } catch (error) {
      handler.failed(error instanceof Error ? error : new Error(String(error)));
    }
    return handler.answer;
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }
}
