/**
 * Traces that a program sends of its own agent, by OTLP over HTTP: read, bounded, and answered in the encoding that they
 * came in.
 *
 * What is wrong with a body is answered with a status that exporters do not try again; what is wrong with this server
 * is answered with one that they do.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorWords } from '../base/error-words.ts';
import { valuesOf, type HeaderPairs } from '../base/header-pairs.ts';
import { sendAnswer } from './own-answers.ts';
import { BodyTooLarge, readBody } from './read-body.ts';
import { decodedBody } from './relay/content-encoding.ts';

/** The encodings of OTLP. */
export type ReportEncoding = 'json' | 'protobuf';

/** A body with traces. */
export interface ReportTaken {
  readonly agent: string;
  readonly encoding: ReportEncoding;
  readonly body: Uint8Array;
}

/** What is answered: the body of a success, or what is wrong. */
export type ReportReply =
  | { readonly kind: 'taken'; readonly body: Uint8Array }
  | { readonly kind: 'problem'; readonly status: 400 | 403 | 503; readonly words: string };

/** Who reads reports. The data plane only carries. */
export interface ReportPlane {
  take(report: ReportTaken): Promise<ReportReply>;
}

/** Traces as they came in. */
export interface ReportRequest {
  readonly agent: string;
  readonly headers: HeaderPairs;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** What an exporter sends at once is a few hundred spans. */
const BODY_BYTES_MAX = 8 * 1024 * 1024;
const TYPES: ReadonlyMap<string, ReportEncoding> = new Map([
  ['application/json', 'json'],
  ['application/x-protobuf', 'protobuf'],
]);
const TYPE_OF: Readonly<Record<ReportEncoding, string>> = {
  json: 'application/json',
  protobuf: 'application/x-protobuf',
};

/** Answers a report. */
export async function reportExchange(
  reports: ReportPlane,
  { agent, headers, request, response }: ReportRequest,
): Promise<void> {
  const [type = ''] = (valuesOf(headers, 'content-type')[0] ?? '').split(';');
  const encoding = TYPES.get(type.trim().toLowerCase());
  if (encoding === undefined) {
    request.resume();
    sendStatus(response, 415, 'Send traces as application/json or application/x-protobuf.');
    return;
  }
  let body: Buffer;
  try {
    body = await readBody(request, BODY_BYTES_MAX);
  } catch (error) {
    const isTooLarge = error instanceof BodyTooLarge;
    if (isTooLarge) response.shouldKeepAlive = false;
    sendStatus(response, isTooLarge ? 413 : 400, errorWords(error));
    return;
  }
  const plain = await decodedBody(body, valuesOf(headers, 'content-encoding')[0] ?? null);
  if (plain.kind !== 'plain') {
    const isTooLarge = plain.kind === 'too_large';
    const words = isTooLarge
      ? plain.words
      : 'The body could not be unpacked. Use gzip, or nothing.';
    sendStatus(response, isTooLarge ? 413 : 400, words);
    return;
  }
  const reply = await reports.take({ agent, encoding, body: plain.bytes });
  if (reply.kind === 'problem') {
    sendStatus(response, reply.status, reply.words);
    return;
  }
  sendAnswer(response, {
    status: 200,
    headers: { 'content-type': TYPE_OF[encoding] },
    body: Buffer.from(reply.body),
  });
}

/** OTLP's status message; in JSON for both encodings, because people read it and exporters look at the number alone. */
function sendStatus(to: ServerResponse, status: number, words: string): void {
  sendAnswer(to, {
    status,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify({ code: status, message: `Tripwire: ${words}` })),
  });
}
