/**
 * What our own answers have in common in every wire format: headers, ids, bytes.
 */
import { randomBytes } from 'node:crypto';
import type { Answer, Refusal } from './codec.ts';
import { quietJson } from './quiet-json.ts';

const LETTERS = 'bcdfghjkmnpqrstvwxz';
const ID_LETTERS = 20;
const HEADER_CHARACTERS_MAX = 256;
const WHY_CHARACTERS_MAX = 1_024;
/** Clients obey this header to the second, and some for an hour if told so. */
const RETRY_AFTER_S_MAX = 60;

/** The model in an answer of our own, when the client named none. */
export const NO_MODEL = 'tripwire';

/**
 * The headers of every refusal, with the code and the whole reason. It never names a time to come back: several clients
 * would wait for it.
 */
export function refusalHeaders({ agent, kind, reason }: Refusal): Readonly<Record<string, string>> {
  return {
    'x-should-retry': 'false',
    'x-tripwire-agent': headerText(agent),
    'x-tripwire-decision': 'refused',
    'x-tripwire-reason': headerText(kind),
    'x-tripwire-why': headerText(reason, WHY_CHARACTERS_MAX),
  };
}

/** The headers of an answer that asks the client to come back. */
export function busyHeaders(retryAfterS: number): Readonly<Record<string, string>> {
  // What is no number becomes the longest wait.
  const wanted = Number.isNaN(retryAfterS) ? RETRY_AFTER_S_MAX : Math.ceil(retryAfterS);
  return {
    'retry-after': String(Math.min(RETRY_AFTER_S_MAX, Math.max(1, wanted))),
    'x-tripwire-decision': 'busy',
  };
}

/** A new id, in letters only and without vowels: clients look for numbers and words in ids too. */
export function letterId(prefix: string): string {
  const letters = Array.from(randomBytes(ID_LETTERS), (byte) => LETTERS[byte % LETTERS.length]);
  return `${prefix}${letters.join('')}`;
}

/** A refusal in JSON, in whose bytes no client finds anything to react to. */
export function refusedAnswer(
  status: number,
  refusal: Refusal,
  value: object,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const type = { 'content-type': 'application/json' };
  return {
    status,
    headers: { ...type, ...refusalHeaders(refusal), ...headers },
    body: Buffer.from(quietJson(value)),
  };
}

/** An answer in JSON. */
export function jsonAnswer(
  status: number,
  headers: Readonly<Record<string, string>>,
  value: object,
): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(JSON.stringify(value)),
  };
}

/** An answer as a stream of events, all of them at once. */
export function streamAnswer(
  headers: Readonly<Record<string, string>>,
  frames: readonly string[],
): Answer {
  const type = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' };
  return { status: 200, headers: { ...type, ...headers }, body: Buffer.from(frames.join('')) };
}

/** A text that may stand in a header, whatever it is; what a header cannot carry is written as in a URL. */
function headerText(text: string, charactersMax = HEADER_CHARACTERS_MAX): string {
  const short = text.slice(0, charactersMax).toWellFormed();
  return short.replace(/[^\x21-\x7e]|%/gu, encodeURIComponent);
}
