/**
 * Requests located in their threads, for tests: a body goes in, and what it is in its thread comes out, with the two
 * things that may happen to it afterwards.
 */
import type { HeaderPairs } from '../../src/base/header-pairs.ts';
import type { ClientFacts } from '../../src/clients/client-headers.ts';
import { readRequest } from '../../src/proxy/read-request.ts';
import {
  ThreadMemory,
  type Answered,
  type OpenTurn,
  type RequestInThread,
} from '../../src/proxy/thread/thread-memory.ts';

/** A client that says nothing about itself. */
export const stranger: ClientFacts = {
  client: null,
  session: null,
  subagent: null,
  parent: null,
  retryCount: 0,
  requestKind: null,
};
/** One that names its session. */
export const named: ClientFacts = { ...stranger, client: 'claude-code', session: 's1' };
/** An answer without tool calls. */
export const words: Answered = { toolCalls: [], outputTokens: 10 };

/** An answer that reads files. */
export function calling(...args: readonly string[]): Answered {
  const toolCalls = args.map((file, index) => ({
    callId: `c${index}`,
    tool: 'read',
    args: { file },
    canonicalArgs: JSON.stringify({ file }),
  }));
  return { toolCalls, outputTokens: 5 };
}

export interface LookedAt {
  readonly client?: ClientFacts;
  readonly path?: string;
  readonly agent?: string;
  readonly headers?: HeaderPairs;
}

/** A request, and what may become of it. */
export interface Looked extends RequestInThread {
  /** The gate let it through. */
  commit(): void;
  answered(ok: boolean, answer: Answered | null): void;
}

/** Locates one request after the other; `usual` is the client where none is named. */
export function looker(usual: ClientFacts, memory = new ThreadMemory()) {
  return async (body: unknown, at: LookedAt = {}): Promise<Looked> => {
    const { agent = 'a', path = '/v1/messages', headers = [], client = usual } = at;
    const request = await readRequest(
      {
        method: 'POST',
        route: { kind: 'provider', agent, provider: 'p', upstreamPath: path, how: 'path' },
        headers,
        body: Buffer.from(JSON.stringify(body) ?? ''),
      },
      { format: 'anthropic' },
    );
    if (request.kind === 'problem') throw new Error(request.words);
    const located = memory.locate({ ...request, client });
    let turn: OpenTurn | null = null;
    const begun = () => (turn ??= memory.begin(located));
    return {
      ...located,
      commit: () => void begun(),
      answered: (ok, answer) => begun().answered(ok, answer),
    };
  };
}
