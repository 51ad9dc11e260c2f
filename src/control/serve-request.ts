/**
 * The one way into the control plane: every request passes the same checks in the same order.
 *
 * First who calls, then the token, then the path. So a path that is added later is guarded like the others.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { TripwireError } from '../core/index.ts';
import { StoreError } from '../store/index.ts';
import { requireOwnCaller, type ServerNames } from './caller-check.ts';
import type { Plane, Reply } from './control-plane.ts';
import type { Login } from './login.ts';
import { Problem } from './problem.ts';
import { routeOf } from './routes.ts';

/** What guards the plane. */
export interface Guards {
  readonly names: ServerNames;
  readonly login: Login;
}

/** Serves a request; whatever goes wrong becomes an answer. */
export async function serveRequest(
  plane: Plane,
  guards: Guards,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // A client that goes away is no error of ours.
  response.on('error', () => undefined);
  try {
    const reply = await replyTo(plane, guards, request, response);
    if (reply !== null) send(response, reply.status, 'application/json', reply.body);
  } catch (error) {
    const problem = problemOf(error);
    for (const [name, value] of Object.entries(problem.headers)) response.setHeader(name, value);
    send(response, problem.status, 'application/problem+json', problem.view);
  }
}

async function replyTo(
  plane: Plane,
  { names, login }: Guards,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Reply> {
  requireOwnCaller(request, names);
  const { method = '', url = '', headers, socket } = request;
  const [, path, search = ''] = /^(\/[^?#]*)(?:\?([^#]*))?$/.exec(url) ?? [];
  if (path === undefined) throw new Problem('bad-request', 'The request must name a path: /…');
  const asked = method === 'HEAD' ? 'GET' : method;
  if (path === '/healthz' && asked === 'GET') return { status: 200, body: { ok: true } };
  login.require(headers.authorization, socket.remoteAddress ?? '');
  const { handler, params } = routeOf(asked, path);
  return handler(plane, { request, response, params, query: new URLSearchParams(search) });
}

function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (TripwireError.isInstance(error) && error.code === 'RECORD_INVALID') {
    return new Problem('bad-request', `${error.message}. Nothing was changed.`);
  }
  const words = error instanceof Error ? error.message : String(error);
  if (error instanceof StoreError) {
    return new Problem(
      'unavailable',
      `The journal cannot be read or written, so nothing was released: ${words} Run: tripwire doctor`,
    );
  }
  return new Problem('internal-error', `${words}. Please report this; nothing was released.`);
}

function send(response: ServerResponse, status: number, type: string, body: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const bytes = Buffer.from(`${JSON.stringify(body)}\n`);
  response.writeHead(status, {
    'content-type': type,
    'content-length': bytes.length,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(bytes);
}
