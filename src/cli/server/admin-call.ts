/**
 * Calls the control plane, and turns what goes wrong into words for the person at the terminal.
 */
import { homedir } from 'node:os';
import type { ProblemView } from '../../control/index.ts';
import { cleaned } from '../terminal/print-lines.ts';
import { adminPlace, type AdminPlace } from './admin-place.ts';

const ANSWER_TIMEOUT_MS = 15_000;

/** Why the server did not do it. */
export class AdminProblem extends Error {
  readonly problem: ProblemView;

  constructor(problem: ProblemView) {
    super(problem.detail);
    this.name = 'AdminProblem';
    this.problem = problem;
  }
}

/** A running server. */
export interface AdminServer {
  readonly url: string;
  get<Body>(path: string): Promise<Body>;
  post<Body>(path: string, body: Readonly<Record<string, unknown>>): Promise<Body>;
  /** An answer that goes on; ends when the server or the signal ends it. */
  feed(path: string, lastId: number): Promise<ReadableStream<Uint8Array>>;
}

/** Runs a command against the server; a refusal is told on stderr, and with `json` as an object too. */
export async function withAdmin(
  json: boolean,
  run: (server: AdminServer) => Promise<number>,
): Promise<number> {
  try {
    return await run(adminServer(adminPlace(process.env, homedir())));
  } catch (error) {
    if (!(error instanceof AdminProblem)) throw error;
    if (json) console.log(JSON.stringify(error.problem));
    console.error(`tripwire: ${cleaned(error.message)}`);
    return 1;
  }
}

/** The path of an agent, or of something of it. */
export function agentPath(agent: string, ...rest: readonly string[]): string {
  return ['/api/agents', encodeURIComponent(agent), ...rest].join('/');
}

/** Speaks to the server at that place. */
export function adminServer({ url, token }: AdminPlace): AdminServer {
  const headers: Readonly<Record<string, string>> =
    token === null ? {} : { authorization: `Bearer ${token}` };
  const ask = async <Body>(path: string, more: RequestInit): Promise<Body> => {
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    const response = await reached(url, path, { ...more, signal });
    return (await bodyOf(response, url)) as Body;
  };
  return {
    url,
    get: (path) => ask(path, { headers }),
    post: (path, body) =>
      ask(path, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    feed: async (path, lastId) => {
      const accept = { accept: 'text/event-stream', 'last-event-id': String(lastId) };
      const response = await reached(url, path, { headers: { ...headers, ...accept } });
      if (response.ok && response.body !== null) return response.body;
      await bodyOf(response, url);
      throw notTripwire(url);
    },
  };
}

async function reached(url: string, path: string, options: RequestInit): Promise<Response> {
  try {
    return await fetch(`${url}${path}`, { ...options, redirect: 'error' });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') {
      throw ownProblem(
        'no-answer',
        `${url} does not answer within ${ANSWER_TIMEOUT_MS / 1_000} s.`,
      );
    }
    throw ownProblem(
      'not-running',
      `No Tripwire is running here. Start one: tripwire up\n  (nothing answers at ${url})`,
    );
  }
}

async function bodyOf(response: Response, url: string): Promise<unknown> {
  let body: unknown;
  try {
    body = await response.json();
  } catch {
    throw notTripwire(url);
  }
  if (response.ok) return body;
  if (typeof body === 'object' && body !== null && 'detail' in body) {
    throw new AdminProblem(body as ProblemView);
  }
  throw notTripwire(url);
}

function notTripwire(url: string): AdminProblem {
  return ownProblem(
    'not-tripwire',
    `What answers at ${url} is not a Tripwire. Start one: tripwire up --admin-port N`,
  );
}

/** A problem that no server told, in the same shape. */
function ownProblem(kind: string, detail: string): AdminProblem {
  const title = 'Tripwire cannot be reached';
  return new AdminProblem({ type: `urn:tripwire:problem:${kind}`, title, status: 0, detail });
}
