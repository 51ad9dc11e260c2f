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
