/**
 * The one way into the control plane: every request passes the same checks in the same order.
 *
 * First where it comes from, then who calls, then the path and the role it needs, then what was sent. So a path that
 * is added later is guarded like the others.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorWords } from '../../base/error-words.ts';
import { TripwireError } from '../../core/index.ts';
import { StoreError } from '../../store/index.ts';
import { serveAlertLink } from '../alerts/alert-link-page.ts';
import { serveChat } from '../chat/serve-chat.ts';
import { servePanicLink } from '../panic/panic-page.ts';
import { requireOwnCaller, type ServerNames } from './caller-check.ts';
import { requireRole, type Caller } from './caller.ts';
import { checkedShape } from './checked-shape.ts';
import type { Plane, Reply } from './control-plane.ts';
import { Problem } from './problem.ts';
import { readJson } from './read-json.ts';
import { routeOf, type Route } from './routes.ts';
import { noQuery } from './schemas.ts';

const NOBODY: Caller = { name: 'nobody', role: 'viewer', isOwner: false, signIn: null };

/** Serves a request; whatever goes wrong becomes an answer. */
export async function serveRequest(
  plane: Plane,
  names: ServerNames,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // A client that goes away is no error of ours.
  response.on('error', () => undefined);
  try {
    const reply = await replyTo(plane, names, request, response);
    if (reply !== null) {
      const { status, body, headers = {} } = reply;
      send(response, status, { 'content-type': 'application/json', ...headers }, body);
    }
  } catch (error) {
    const problem = problemOf(error);
    if (problem !== error && problem.status >= 500) {
      plane.log.error('control', `answering ${request.method ?? ''} ${pathOf(request)}`, error);
    }
    const headers = { 'content-type': 'application/problem+json', ...problem.headers };
    send(response, problem.status, headers, problem.view);
  }
}

async function replyTo(
  plane: Plane,
  names: ServerNames,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Reply<unknown>> {
  requireOwnCaller(request, names);
  const { method = '', url = '' } = request;
  const [, path, search = ''] = /^(\/[^?#]*)(?:\?([^#]*))?$/.exec(url) ?? [];
  if (path === undefined) throw new Problem('bad-request', 'The request must name a path: /…');
  const asked = method === 'HEAD' ? 'GET' : method;
  if (path === '/healthz' && asked === 'GET') return plane.stopCheck.answer();
  if (path.startsWith('/act/')) return serveAlertLink(plane, asked, path, request);
  if (path.startsWith('/panic/')) return servePanicLink(plane, asked, path, request);
  if (path.startsWith('/chat/')) return serveChat(plane, asked, path, request);
  if (plane.web.serve(asked, path, request, response)) return null;
  const isSignIn = asked === 'POST' && path === '/api/session';
  const caller = isSignIn ? NOBODY : await plane.login.require(request);
  const route = routeOf(asked, path);
  if (route.endpoint.access !== 'anyone') {
    requireOwnPage(plane, caller, asked, path, request);
    requireRole(caller, route.endpoint.access);
  }
  const { handler, id } = route;
  const sent = await readSent(route, search, request);
  return handler(plane, { request, response, caller, id, ...sent });
}

/** With the cookie alone one may look. What changes something needs the secret that only the own page has. */
function requireOwnPage(
  { signIns }: Plane,
  caller: Caller,
  method: string,
  path: string,
  request: IncomingMessage,
): void {
  if (method === 'GET' && path !== '/api/session') return;
  const shown = request.headers['x-csrf-token'];
  if (signIns.isOwnPage(caller, typeof shown === 'string' ? shown : undefined)) return;
  throw new Problem(
    'foreign-page',
    'The header x-csrf-token is missing or wrong. Nothing was changed. Sign in again in this browser; a program sends ' +
      'a bearer token instead of the cookie.',
  );
}

async function readSent({ endpoint }: Route, search: string, request: IncomingMessage) {
  const queryShape = endpoint.query ?? noQuery;
  const parameters = new URLSearchParams(search);
  const known = Object.keys(queryShape.shape);
  const [first] = parameters.keys();
  if (known.length === 0 && first !== undefined) {
    throw new Problem(
      'bad-request',
      `This path takes no parameters, and ${JSON.stringify(first)} is one.`,
    );
  }
  const query = checkedShape(queryShape, Object.fromEntries(parameters), known);
  if (request.method === 'GET' || request.method === 'HEAD') return { query, body: {} };
  const sent = await readJson(request);
  const bodyShape = endpoint.body ?? noQuery;
  return { query, body: checkedShape(bodyShape, sent, Object.keys(bodyShape.shape)) };
}

/** Without what stands after it: links that act and codes that sign in are secrets. */
function pathOf({ url = '' }: IncomingMessage): string {
  const [path = ''] = url.split('?', 1);
  return path.replace(/^\/(act|panic)\/.*$/, '/$1/…');
}

function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (TripwireError.isInstance(error) && error.code === 'RECORD_INVALID') {
    return new Problem('bad-request', `${error.message}. Nothing was changed.`);
  }
  if (TripwireError.isInstance(error) && error.code === 'HOLD_CHANGED') {
    return new Problem('hold-changed', `${error.message}. Nothing was changed.`);
  }
  const words = errorWords(error);
  if (error instanceof StoreError) {
    return new Problem(
      'unavailable',
      `The journal cannot be read or written, so nothing was released: ${words} Run: tripwire doctor`,
    );
  }
  return new Problem('internal-error', `${words}. Please report this; nothing was released.`);
}

function send(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: unknown,
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const bytes = Buffer.from(typeof body === 'string' ? body : `${JSON.stringify(body)}\n`);
  response.writeHead(status, {
    'content-length': bytes.length,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    ...headers,
  });
  response.end(bytes);
}
