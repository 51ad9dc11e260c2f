/**
 * Recognises clients by what they already send: which session, which subagent, which attempt.
 *
 * The table holds what was seen on the wire. A client that is not in it has no session here and is recognised by how its
 * conversations begin.
 */
import { nameOf } from '../base/client-name.ts';
import { valuesOf, type HeaderPairs } from '../base/header-pairs.ts';
import { parseJson } from '../base/json-text.ts';

export type ClientName = 'claude-code' | 'codex' | 'opencode' | 'gemini-cli' | 'stainless';

/** What a client says about its request. Names are fit for a record. */
export interface ClientFacts {
  readonly client: ClientName | null;
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

interface Signs {
  readonly client: ClientName;
  readonly userAgent: RegExp | null;
  /** Headers that nobody else sends. */
  readonly marks: readonly string[];
  readonly session?: readonly string[];
  readonly subagent?: readonly string[];
  readonly parent?: readonly string[];
  /** A subagent is a session of its own; this header names the one above, to which it belongs. */
  readonly parentSession?: string;
}

const signs: readonly Signs[] = [
  {
    client: 'claude-code',
    userAgent: /^claude-cli\//,
    marks: ['x-claude-code-session-id'],
    session: ['x-claude-code-session-id'],
    subagent: ['x-claude-code-agent-id'],
    parent: ['x-claude-code-parent-agent-id'],
  },
  {
    client: 'codex',
    userAgent: /^codex/i,
    marks: ['x-codex-turn-metadata', 'x-codex-window-id'],
    session: ['session-id', 'session_id'],
    subagent: ['thread-id', 'conversation_id'],
    parent: ['x-codex-parent-thread-id'],
  },
  {
    client: 'opencode',
    userAgent: /^opencode\//,
    marks: ['x-session-affinity', 'x-opencode-session'],
    session: ['x-session-id', 'x-session-affinity', 'x-opencode-session'],
    parentSession: 'x-parent-session-id',
  },
  { client: 'gemini-cli', userAgent: /^GeminiCLI/, marks: [] },
  {
    client: 'stainless',
    userAgent: null,
    marks: ['x-stainless-lang', 'x-stainless-package-version', 'x-stainless-retry-count'],
  },
];

const RETRY_HEADER = 'x-stainless-retry-count';
const METADATA_HEADER = 'x-codex-turn-metadata';
const METADATA_LENGTH_MAX = 16_384;
const USER_ID_LENGTH_MAX = 1_024;
/** Kinds are short words; anything else says nothing. */
const REQUEST_KIND = /^[a-z_-]{1,32}$/;

/** What the client of a request says about itself; the body is its parseJson JSON, whatever it is. */
export function clientFacts(headers: HeaderPairs, body: unknown): ClientFacts {
  const [userAgent = ''] = valuesOf(headers, 'user-agent');
  const found = signs.find(
    (one) =>
      one.userAgent?.test(userAgent) === true ||
      one.marks.some((mark) => valuesOf(headers, mark).length > 0),
  );
  const own =
    firstName(headers, found?.session ?? []) ??
    (found?.client === 'claude-code' ? sessionInBody(body) : null);
  const above =
    found?.parentSession === undefined ? null : firstName(headers, [found.parentSession]);
  const named = above === null ? firstName(headers, found?.subagent ?? []) : own;
  const session = above ?? own;
  return {
    client: found?.client ?? null,
    session,
    // One client names its main thread after the session.
    subagent: named === session ? null : named,
    parent: firstName(headers, found?.parent ?? []),
    retryCount: retryCount(headers),
    requestKind: requestKind(headers),
  };
}

function firstName(headers: HeaderPairs, names: readonly string[]): string | null {
  for (const name of names) {
    const [value] = valuesOf(headers, name);
    const found = value === undefined ? null : nameOf(value);
    if (found !== null) return found;
  }
  return null;
}

function retryCount(headers: HeaderPairs): number {
  const [value = ''] = valuesOf(headers, RETRY_HEADER);
  return /^\d{1,3}$/.test(value) ? Number(value) : 0;
}

function requestKind(headers: HeaderPairs): string | null {
  const [text] = valuesOf(headers, METADATA_HEADER);
  if (text === undefined || text.length > METADATA_LENGTH_MAX) return null;
  const kind = member(parseJson(text), 'request_kind');
  return typeof kind === 'string' && REQUEST_KIND.test(kind) ? kind : null;
}

/** One client repeats its session in the body: as JSON in a text, in older versions as a text of its own. */
function sessionInBody(body: unknown): string | null {
  const user = member(member(body, 'metadata'), 'user_id');
  if (typeof user !== 'string' || user.length > USER_ID_LENGTH_MAX) return null;
  const told = member(parseJson(user), 'session_id');
  const id = typeof told === 'string' ? told : /_session_([0-9a-f-]{36})$/i.exec(user)?.[1];
  return id === undefined ? null : nameOf(id);
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}
