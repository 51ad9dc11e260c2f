/**
 * A request as the fake provider saw it, and what became of it.
 *
 * It is listed from the moment its headers are there and filled in as more comes, because the interesting
 * question is often what had already happened when something was stopped.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { parseJson } from '../../base/json-text.ts';

/** Larger bodies are read to their end, but not kept. */
export const BODY_BYTES_MAX = 64 * 1_024 * 1_024;

/** A request and its fate; every field but the first three may still change until `over` is kept. */
export interface SeenRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The bytes of the body, at most `BODY_BYTES_MAX`; empty until all of it came or the client left. */
  readonly rawBody: Buffer;
  /** The body as JSON; undefined until it is there, and for one that is no JSON. */
  readonly body: unknown;
  /** The client went away before its answer was complete. */
  readonly aborted: boolean;
  /** Bytes of the answer's body that the network took. */
  readonly bytesSent: number;
  /** Kept when nothing more can happen: answered, aborted or cut. */
  readonly over: Promise<void>;
}

/** The same, for the provider that writes it. */
export type OwnSeenRequest = { -readonly [Field in keyof SeenRequest]: SeenRequest[Field] };

/** A request of which nothing but the headers is known. */
export function seenRequest(request: IncomingMessage, over: Promise<void>): OwnSeenRequest {
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    rawBody: Buffer.alloc(0),
    body: undefined,
    aborted: false,
    bytesSent: 0,
    over,
  };
}

/** Reads the body into the request; says whether all of it could be kept. */
export async function readBody(request: IncomingMessage, into: OwnSeenRequest): Promise<boolean> {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of request as AsyncIterable<Buffer>) {
      bytes += part.length;
      if (bytes <= BODY_BYTES_MAX) parts.push(part);
    }
  } finally {
    into.rawBody = Buffer.concat(parts);
  }
  into.body = parseJson(into.rawBody.toString('utf8'));
  return bytes <= BODY_BYTES_MAX;
}
