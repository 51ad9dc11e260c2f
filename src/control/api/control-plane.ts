/**
 * What the handlers of the API work with, and what they answer.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { z } from 'zod';
import { isAgentName } from '../../base/agent-name.ts';
import { EVERYBODY } from '../../base/everybody.ts';
import type { Log, LoggedProblems } from '../../base/log.ts';
import { nearest } from '../../base/suggestion.ts';
import type { Constitution } from '../../core/index.ts';
import type { Gate } from '../../gate/index.ts';
import type { Store } from '../../store/index.ts';
import type { EventFeeds } from '../agents/event-feed.ts';
import type { Alerts } from '../alerts/alerts.ts';
import type { ChatSecrets } from '../chat/chat-signatures.ts';
import type {
  AuditEntriesAsked,
  AuditEntriesPage,
  AuditLogView,
} from '../figures/audit-log-reads.ts';
import type { CallBook } from '../figures/call-book.ts';
import type { FleetFigures, Metrics } from '../figures/metrics.ts';
import type { SeenClients } from '../figures/seen-clients.ts';
import type { SpendBook } from '../figures/spend-book.ts';
import type { WindowsAsked, WindowsPage } from '../figures/window-reads.ts';
import type { PanicLinks } from '../panic/panic-links.ts';
import type { AgentKeyBook } from '../people/agent-key-book.ts';
import type { AskingRuleOf } from '../people/answerers.ts';
import type { Login } from '../people/login.ts';
import type { OwnerTokens } from '../people/owner-tokens.ts';
import type { SignIns } from '../people/sign-ins.ts';
import type { TokenBook } from '../people/token-book.ts';
import type { Setup } from '../setup.ts';
import type { StopCheck } from '../stop-check.ts';
import type { Caller } from './caller.ts';
import type { EndpointName, Endpoints } from './endpoints.ts';
import { Problem } from './problem.ts';
import type { WebFiles } from './web-files.ts';

/** What a server is about. */
export interface Plane {
  readonly gate: Gate;
  readonly store: Store;
  readonly version: string;
  readonly constitution: Constitution;
  readonly dataDir: string;
  /** The journal, as commands name it: its file, or its database. */
  readonly journal: string;
  readonly startedAt: number;
  /** What is wrong with the time, in words; null when nothing is. */
  readonly clockProblem: () => string | null;
  readonly feeds: EventFeeds;
  readonly login: Login;
  readonly owners: OwnerTokens;
  readonly signIns: SignIns;
  /** It speaks TLS. */
  readonly isSecure: boolean;
  readonly tokens: TokenBook;
  readonly keys: AgentKeyBook;
  readonly alerts: Alerts;
  readonly panic: PanicLinks;
  /** The secrets of the chats that may stop agents. */
  readonly chat: () => ChatSecrets;
  readonly spends: SpendBook;
  readonly clients: SeenClients;
  readonly calls: CallBook;
  readonly metrics: Metrics;
  /** The nodes that serve the journal together; null where this one is alone. */
  readonly fleet: FleetFigures | null;
  readonly stopCheck: StopCheck;
  readonly setup: Setup;
  /** Which rule asked for an approval, and who may answer it. */
  readonly askingRuleOf: AskingRuleOf;
  readonly web: WebFiles;
  /** Null when no windows are measured. */
  readonly audit: AuditReads | null;
  readonly log: Log & LoggedProblems;
}

/** Reads what was measured, and the log of it. */
export interface AuditReads {
  windows(agent: string, asked: WindowsAsked): Promise<WindowsPage>;
  log(): Promise<AuditLogView>;
  entries(asked: AuditEntriesAsked): Promise<AuditEntriesPage>;
}

/** Nothing is sent there. */
export type NoShape = Readonly<Record<string, never>>;

type Shape<Name extends EndpointName, Part extends string> =
  Endpoints[Name] extends Readonly<Record<Part, infer Schema extends z.ZodType>>
    ? z.output<Schema>
    : NoShape;

/** A request that may be served: who calls, and what was sent, checked. */
export interface Asked<Query, Body> {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly caller: Caller;
  /** What stands in the variable part of the path, decoded. */
  readonly id: string;
  readonly query: Query;
  readonly body: Body;
}

/** An answer; null when the handler answered by itself. */
export type Reply<Body> = {
  readonly status: number;
  readonly body: Body;
  readonly headers?: Readonly<Record<string, string>>;
} | null;

/** Serves one endpoint. */
export type Handler<Name extends EndpointName> = Serve<
  Shape<Name, 'query'>,
  Shape<Name, 'body'>,
  z.output<Endpoints[Name]['response']>
>;

/** By its shapes, so that endpoints with the same ones can share a handler. */
export type Serve<Query, Body, Answer> = (
  plane: Plane,
  asked: Asked<Query, Body>,
) => Promise<Reply<Answer>>;

/** Handlers of some endpoints. */
export type Handlers<Names extends EndpointName> = { readonly [Name in Names]: Handler<Name> };

const NAMES_SHOWN_MAX = 10;

/** The agent that the path names, if there is one. */
export function knownAgent({ gate }: Plane, { id }: { readonly id: string }): Promise<string> {
  if (isAgentName(id) && gate.isKnown(id)) return Promise.resolve(id);
  const names = gate.names();
  const shown = names.slice(0, NAMES_SHOWN_MAX).join(', ');
  const more = names.length > NAMES_SHOWN_MAX ? ` and ${names.length - NAMES_SHOWN_MAX} more` : '';
  const there =
    names.length === 0
      ? 'There are none yet: an agent is there after its first request, or after POST /api/agents.'
      : `There are ${shown}${more}.`;
  const meant = nearest(id, names);
  const hint = meant === null ? there : `Did you mean ${meant}?`;
  return Promise.reject(
    new Problem('unknown-agent', `There is no agent ${JSON.stringify(id.slice(0, 64))}. ${hint}`),
  );
}

/** Nothing has this id. */
export function unknownThing(what: string, id: string, list: string): Problem {
  return new Problem(
    'unknown-thing',
    `There is no ${what} ${JSON.stringify(id.slice(0, 64))}. GET ${list} lists them.`,
  );
}

/** Writes down what somebody did that is about no single agent, in the journal of all. */
export async function recordAct(
  { gate }: Pick<Plane, 'gate'>,
  by: string,
  did: string,
  why = '',
): Promise<void> {
  const details = `${by} ${did}${why === '' ? '' : `: ${why}`}`.slice(0, 2_000);
  await gate.signal({ agent: EVERYBODY, source: 'policy', change: 'note', details });
}
