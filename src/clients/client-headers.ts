/**
 * Recognises clients by what they already send: which session, which subagent, which attempt.
 *
 * Each client's row holds what was seen on the wire. A client without a row has no session here and is recognised by
 * how its conversations begin.
 */
import { nameOf } from '../base/client-name.ts';
import { firstOf, hasHeader, type HeaderPairs } from '../base/header-pairs.ts';
import type { HeaderSigns } from './client.ts';
import { EVERY_CLIENT, type AnyClient } from './every-client.ts';

/** Who sends a request: a coding agent, or a program of the user's own with one of the common SDKs. */
export type RequestClient = AnyClient['id'] | 'stainless';

/** What a client says about its request. Names are fit for a record. */
export interface ClientFacts {
  readonly client: RequestClient | null;
  readonly session: string | null;
  /** The subagent that asks; null for the session's own thread. */
  readonly subagent: string | null;
  /** The thread or subagent that started this one. */
  readonly parent: string | null;
  /** 0 for a first attempt. Not every client counts. */
  readonly retryCount: number;
  /** What the client says the request is for. */
  readonly requestKind: string | null;
}

const RETRY_HEADER = 'x-stainless-retry-count';

const SDK_SIGNS: Pick<HeaderSigns, 'marks'> = {
  marks: ['x-stainless-lang', 'x-stainless-package-version', RETRY_HEADER],
};

/** What the client of a request says about itself; the body is its parseJson JSON, whatever it is. */
export function clientFacts(headers: HeaderPairs, body: unknown): ClientFacts {
  const known = clientOf(headers);
  const client = known?.id ?? (isMarked(SDK_SIGNS, headers) ? 'stainless' : null);
  const signs = known?.headers;
  const inBody = signs?.sessionInBody;
  const own =
    firstName(headers, signs?.session ?? [], signs?.besideSession) ??
    (inBody ? nameOf(inBody(body) ?? '') : null);
  const above =
    signs?.parentSession === undefined ? null : firstName(headers, [signs.parentSession]);
  const named = above === null ? firstName(headers, signs?.subagent ?? []) : own;
  const session = above ?? own;
  return {
    client,
    session,
    // One client names its main thread after the session.
    subagent: named === session ? null : named,
    parent: firstName(headers, signs?.parent ?? []),
    retryCount: retryCount(headers),
    requestKind: signs?.requestKind?.((name) => firstOf(headers, name) ?? null) ?? null,
  };
}

/** By the name that it sends; else by a header that nobody else sends, because some clients grew out of others. */
function clientOf(headers: HeaderPairs): AnyClient | undefined {
  const agent = firstOf(headers, 'user-agent') ?? '';
  const named = EVERY_CLIENT.find((client) => client.headers?.userAgent?.test(agent) === true);
  return (
    named ?? EVERY_CLIENT.find((client) => client.headers && isMarked(client.headers, headers))
  );
}

function isMarked({ marks }: Pick<HeaderSigns, 'marks'>, headers: HeaderPairs): boolean {
  return marks.some((mark) => hasHeader(headers, mark));
}

function firstName(headers: HeaderPairs, names: readonly string[], before?: RegExp): string | null {
  for (const name of names) {
    const value = firstOf(headers, name);
    const found = value === undefined ? null : nameOf(before ? value.replace(before, '') : value);
    if (found !== null) return found;
  }
  return null;
}

function retryCount(headers: HeaderPairs): number {
  const value = firstOf(headers, RETRY_HEADER) ?? '';
  return /^\d{1,3}$/.test(value) ? Number(value) : 0;
}
