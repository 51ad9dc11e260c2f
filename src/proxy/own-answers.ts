/**
 * Answers that Tripwire gives in its own name, before any provider's format is known.
 */
import type { ServerResponse } from 'node:http';
import type { Answer } from '../wire/index.ts';

/** Sends a whole answer; when something was sent already, the connection ends. */
export function sendAnswer(to: ServerResponse, { status, headers, body }: Answer): void {
  if (to.headersSent || to.destroyed) {
    to.destroy();
    return;
  }
  to.writeHead(status, { ...headers, 'content-length': body.length });
  to.end(to.req.method === 'HEAD' ? undefined : body);
}

/** A problem with the request itself, in words that say what to do. */
export function problemAnswer(status: number, words: string): Answer {
  const problem = {
    error: { message: `Tripwire: ${words}`, type: 'tripwire_error', code: status },
  };
  return {
    status,
    headers: { 'content-type': 'application/json', 'x-should-retry': 'false' },
    body: Buffer.from(JSON.stringify(problem)),
  };
}

/** An agent with so many requests under way that others would find no room. */
export function crowdedAnswer(agent: string): Answer {
  const words = `Agent ${agent} has half of all connections under way. Ask again when some of them are answered.`;
  const problem = problemAnswer(503, words);
  return {
    ...problem,
    headers: { ...problem.headers, 'x-should-retry': 'true', 'retry-after': '1' },
  };
}

/** What a client gets that only looks whether somebody is there. */
export function greeting(agent: string): Answer {
  const words = { tripwire: 'here', agent };
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(words)),
  };
}
