/**
 * Finds the endpoint for a method and a path, and the handler behind it.
 *
 * The table of endpoints says what there is; the type of the handlers makes sure that each has one.
 */
import { agentActs } from '../agents/agent-acts.ts';
import { agentReads } from '../agents/agent-reads.ts';
import { armHandlers } from '../agents/arm.ts';
import { eventReads } from '../agents/event-reads.ts';
import { alertHandlers } from '../alerts/alert-handlers.ts';
import { auditLogReads } from '../figures/audit-log-reads.ts';
import { callReads } from '../figures/call-reads.ts';
import { windowReads } from '../figures/window-reads.ts';
import { incidentHandlers } from '../incidents/incident-handlers.ts';
import { panicHandlers } from '../panic/panic-handlers.ts';
import { approvalHandlers } from '../people/approvals.ts';
import { keyHandlers } from '../people/key-handlers.ts';
import { peopleHandlers } from '../people/people-handlers.ts';
import { serverHandlers } from '../server-handlers.ts';
import { stopHandlers } from '../stops/stop-handlers.ts';
import type { Asked, Handlers, Plane, Reply } from './control-plane.ts';
import type { Endpoint } from './endpoint.ts';
import { endpoints, type EndpointName } from './endpoints.ts';
import { Problem } from './problem.ts';

const handlers: Handlers<EndpointName> = {
  ...agentActs,
  ...armHandlers,
  ...agentReads,
  ...alertHandlers,
  ...approvalHandlers,
  ...auditLogReads,
  ...callReads,
  ...eventReads,
  ...incidentHandlers,
  ...keyHandlers,
  ...panicHandlers,
  ...peopleHandlers,
  ...serverHandlers,
  ...stopHandlers,
  ...windowReads,
};

/** A handler whose shapes the types cannot follow through the table; what it gets was checked against them. */
type AnyHandler = (plane: Plane, asked: Asked<unknown, unknown>) => Promise<Reply<unknown>>;

/** An endpoint that was found. */
export interface Route {
  readonly name: EndpointName;
  readonly endpoint: Endpoint;
  readonly handler: AnyHandler;
  /** What stands in the variable part of the path, decoded; empty when it has none. */
  readonly id: string;
}

const table = Object.keys(endpoints).map((name) => {
  const [method = '', path = ''] = name.split(' ');
  return { name: name as EndpointName, method, parts: path.split('/') };
});

/** The route for a method and a path; throws when there is none. */
export function routeOf(method: string, path: string): Route {
  const given = path.split('/');
  const here = table.filter(({ parts }) => fits(parts, given));
  // A fixed part is meant before a variable one: `export` is no agent.
  const found = here
    .filter((one) => one.method === method)
    .toSorted((one, other) => variables(one.parts) - variables(other.parts))[0];
  if (found !== undefined) {
    const { name, parts } = found;
    const variable = parts.findIndex((part) => part.startsWith(':'));
    const id = variable === -1 ? '' : decoded(given[variable] ?? '');
    return { name, endpoint: endpoints[name], handler: handlers[name] as AnyHandler, id };
  }
  if (here.length > 0) {
    const allow = here.map((one) => one.method).join(', ');
    throw new Problem('wrong-method', `This path takes ${allow}.`, { allow });
  }
  throw new Problem(
    'unknown-path',
    'The API is under /api/agents, /api/events and /api/status; GET /api/openapi.json tells the rest.',
  );
}

/** Split first, then decoded: a slash inside a name divides nothing. */
function fits(parts: readonly string[], given: readonly string[]): boolean {
  return (
    parts.length === given.length &&
    parts.every(
      (part, index) => part === given[index] || (part.startsWith(':') && given[index] !== ''),
    )
  );
}

function variables(parts: readonly string[]): number {
  return parts.filter((part) => part.startsWith(':')).length;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Problem(
      'bad-request',
      'The path is not well encoded: % needs two hex digits after it.',
    );
  }
}
