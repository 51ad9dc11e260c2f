/**
 * The typed client of the API, for the dashboard and for programs: every call is checked against the table of
 * endpoints while it is written.
 *
 * It needs nothing but `fetch`, and takes only types from the table, so that a page that uses it does not carry the
 * schemas along.
 */
import type { z } from 'zod';
import { present } from '../../base/present.ts';
import type { EndpointName, Endpoints } from './endpoints.ts';
import type * as alerts from './schemas-alerts.ts';
import type { backtestView } from './schemas-backtest.ts';
import type * as calls from './schemas-calls.ts';
import type * as people from './schemas-people.ts';
import type * as settings from './schemas-settings.ts';
import type * as shapes from './schemas.ts';

export type Agent = z.output<typeof shapes.agentView>;
export type AgentSession = z.output<typeof shapes.sessionOfAgentView>;
export type HoldView = z.output<typeof shapes.holdView>;
export type KillSwitchSettings = z.output<typeof shapes.killSwitchView>;
export type Step = z.output<typeof shapes.stepView>;
export type Scores = z.output<typeof shapes.scoresView>;
export type Backtest = z.output<typeof backtestView>;
export type Limits = z.output<typeof shapes.envelopeView>;
export type ShadowReport = z.output<typeof people.shadowReport>;
export type ApiEvent = z.output<typeof shapes.eventView>;
export type Overview = z.output<typeof people.overviewView>;
export type Usage = z.output<typeof calls.usageView>;
export type ModelCall = z.output<typeof calls.callView>;
export type Session = z.output<typeof people.sessionView>;
export type IncidentSummary = z.output<typeof people.incidentSummary>;
export type Incident = z.output<typeof people.incidentView>;
export type Approval = z.output<typeof people.approvalView>;
export type Settings = z.output<typeof settings.settingsView>;
export type ConnectInfo = z.output<typeof people.connectView>;
export type Alert = z.output<typeof alerts.alertView>;
export type AlertChannel = z.output<typeof alerts.channelView>;
export type AlertRule = z.output<typeof alerts.ruleView>;
export type AlertDelivery = z.output<typeof alerts.deliveryView>;
export type ChannelTarget = z.input<typeof alerts.channelTarget>;

type PathOf<Name extends string> = Name extends `${string} ${infer Path}` ? Path : never;
type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
type Given<Key extends string, Value> =
  Partial<Value> extends Value
    ? { readonly [key in Key]?: Value }
    : { readonly [key in Key]: Value };

/** What a call of this endpoint takes. */
export type CallOptions<Name extends EndpointName> = ([ParamNames<PathOf<Name>>] extends [never]
  ? unknown
  : { readonly params: Readonly<Record<ParamNames<PathOf<Name>>, string>> }) &
  (Endpoints[Name] extends { readonly query: infer Query extends z.ZodType }
    ? { readonly query?: Loose<z.input<Query>> }
    : unknown) &
  (Endpoints[Name] extends { readonly body: infer Body extends z.ZodType }
    ? Given<'body', z.input<Body>>
    : unknown) & { readonly signal?: AbortSignal };

/** Numbers may be given where the address carries their digits. */
type Loose<Query> = {
  readonly [key in keyof Query]?: Query[key] extends string | undefined
    ? string extends Query[key]
      ? string | number
      : Query[key]
    : Query[key];
};

/** What a call of this endpoint answers. */
export type Answer<Name extends EndpointName> = z.output<Endpoints[Name]['response']>;

/** Why the server did not do it (RFC 9457). */
export class ApiProblem extends Error {
  readonly type: string;
  readonly title: string;
  readonly status: number;

  constructor(problem: { type: string; title: string; status: number; detail: string }) {
    super(problem.detail);
    this.name = 'ApiProblem';
    this.type = problem.type;
    this.title = problem.title;
    this.status = problem.status;
  }
}

/** What is sent: of `fetch`'s own what every way of sending understands. */
export interface ApiRequest {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly credentials: 'same-origin';
  readonly redirect: 'error';
  readonly body?: string;
  readonly signal?: AbortSignal;
}

/** What comes back: of `Response` what is used here. */
export type ApiResponse = Pick<Response, 'ok' | 'status' | 'statusText' | 'json' | 'text'> & {
  readonly headers: Pick<Headers, 'get'>;
};

/** How the client reaches the server. */
export interface ClientOptions {
  /** Without a slash at its end; empty in a page that the server itself delivered. */
  readonly url?: string;
  /** For programs; a page has the cookie of its session instead. */
  readonly token?: string;
  readonly fetch?: (address: string, request: ApiRequest) => Promise<ApiResponse>;
  /** What to throw where no answer came, or none that can be read; without it, whatever `fetch` threw. */
  readonly onFailure?: (error: unknown) => Error;
}

/** Calls the API. */
export class ApiClient {
  readonly #options: ClientOptions;

  constructor(options: ClientOptions = {}) {
    this.#options = options;
  }

  /** Calls an endpoint; throws an `ApiProblem` when the server refuses. */
  async call<Name extends EndpointName>(
    name: Name,
    ...[options]: Partial<CallOptions<Name>> extends CallOptions<Name>
      ? [options?: CallOptions<Name>]
      : [options: CallOptions<Name>]
  ): Promise<Answer<Name>> {
    const given: CallParts = options ?? {};
    const [method = 'GET'] = name.split(' ');
    try {
      const response = await this.#send(method, addressOf(name, given), given);
      if (!response.ok) throw await problemOf(response);
      const body: unknown = await (isJson(response) ? response.json() : response.text());
      return body as Answer<Name>;
    } catch (error) {
      if (error instanceof ApiProblem) throw error;
      throw this.#options.onFailure?.(error) ?? error;
    }
  }

  /** The address of an endpoint, for links such as downloads and for `EventSource`. */
  address<Name extends EndpointName>(name: Name, options: Omit<CallOptions<Name>, 'body'>): string {
    return `${this.#options.url ?? ''}${addressOf(name, options)}`;
  }

  async #send(method: string, path: string, { body, signal }: CallParts): Promise<ApiResponse> {
    const { url = '', token, fetch: send = fetch } = this.#options;
    const headers: Record<string, string> = { accept: 'application/json' };
    if (token !== undefined) headers['authorization'] = `Bearer ${token}`;
    if (body !== undefined) headers['content-type'] = 'application/json';
    return send(`${url}${path}`, {
      method,
      headers,
      credentials: 'same-origin',
      redirect: 'error',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...present({ signal }),
    });
  }
}

interface CallParts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

function addressOf(name: string, { params = {}, query = {} }: CallParts): string {
  const [, pattern = ''] = name.split(' ');
  const path = pattern.replace(/:(\w+)/g, (_, key: string) =>
    encodeURIComponent(params[key] ?? ''),
  );
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined) search.set(key, String(value));
  }
  return search.size === 0 ? path : `${path}?${search.toString()}`;
}

/** Whether the answer says of itself that it is JSON. */
export function isJson({ headers }: Pick<ApiResponse, 'headers'>): boolean {
  return /\bjson$/.test((headers.get('content-type') ?? '').split(';')[0] ?? '');
}

/** Whether the answer says of itself that it tells a problem. */
export function isProblem({ headers }: Pick<ApiResponse, 'headers'>): boolean {
  return (headers.get('content-type') ?? '').startsWith('application/problem+json');
}

/** The problem that an answer tells, or as much of one as its status says. */
export async function problemOf(response: ApiResponse): Promise<ApiProblem> {
  const { status, statusText } = response;
  const plain = {
    type: 'about:blank',
    title: statusText,
    status,
    detail: `${status} ${statusText}`,
  };
  if (!isProblem(response)) return new ApiProblem(plain);
  return new ApiProblem((await response.json()) as typeof plain);
}
