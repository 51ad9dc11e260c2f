/**
 * Where a request goes: whose agent it is, to which provider, under which path.
 *
 * There are three ways to say who is asking: in the path, by an agent key (in a header, the query or the path), in a header. A request may use several;
 * then all of them must name the same agent. Nothing of a refused request leads anywhere: the answer is a route or a
 * problem, never both.
 */
import { isAgentName } from '../../base/agent-name.ts';
import { valuesOf, type HeaderPairs } from '../../base/header-pairs.ts';
import type { KeyGrant } from '../../base/key-grant.ts';
import { present } from '../../base/present.ts';
import type { CallLabels } from '../../core/index.ts';
import { agentKeysIn, isAgentKey, queryWithoutKeys } from './identity-key.ts';
import { foreignness } from './route-host.ts';
import { grantedLabels, labelsIn } from './route-labels.ts';
import { overrideIn } from './route-override.ts';
import { targetOf } from './route-target.ts';

export interface Route {
  readonly kind: 'provider';
  readonly agent: string;
  readonly provider: string;
  /** To be put after the provider's base URL: the client's bytes, but for keys in the query. */
  readonly upstreamPath: string;
  /** For whom and for what it is; absent where the request does not say. */
  readonly labels?: CallLabels;
  /** What the keys are for that it shows; absent where it shows none. */
  readonly grants?: readonly KeyGrant[];
  readonly how: 'path' | 'key' | 'header';
}

/** The way of a hook: not to a provider, but to whoever answers hooks. */
export interface HookRoute {
  readonly kind: 'hook';
  readonly agent: string;
  /** The client whose hook it is, by the name in the path. */
  readonly hookClient: string;
  readonly how: Route['how'];
}

/** The way of traces: to whoever reads what agents report of themselves. */
export interface ReportRoute {
  readonly kind: 'report';
  readonly agent: string;
  readonly how: Route['how'];
}

/** Why there is no route. */
export interface RouteProblem {
  readonly kind: 'problem';
  readonly status: 400 | 401 | 403 | 404 | 405 | 414;
  readonly words: string;
}

/** What a route depends on. */
export interface RouteConfig {
  /** The host that a person configured to listen on. */
  readonly host: string;
  readonly upstreams: Readonly<Record<string, RouteUpstream>>;
  /** The agent whose key this is; null for a key that nobody gave out. */
  agentOfKey(key: string): string | null;
  /** What a key is for; for everything when absent. */
  readonly grantOfKey?: (key: string) => KeyGrant;
  /** Whether an agent has a key; none does when absent. */
  readonly hasKeys?: () => boolean;
  /** The clients whose hooks are answered; none where nobody answers hooks. */
  readonly hookClients?: readonly string[];
  /** Whether somebody reads reports; nobody does when absent. */
  readonly takesReports?: boolean;
}

interface RouteUpstream {
  readonly url: string;
  readonly format: 'anthropic' | 'openai' | 'gemini';
  /** There when Tripwire puts in the provider's key; what it is does not matter here. */
  readonly key?: unknown;
  /** A secret of Tripwire's goes there, as its key or in a header that is configured. */
  readonly holdsSecret?: boolean;
}

const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const AGENTS = 'agents';
/** In the place of a provider. */
const HOOKS = 'hooks';
/** In the same place: the path that OpenTelemetry's exporters put after an address. */
const [REPORTS, TRACES] = ['v1', 'traces'];
const AGENT_HEADER = 'x-tripwire-agent';
const PROVIDER_KEY_HELD =
  'Tripwire holds the key of this provider, so an agent key (tw_…) must be sent in its place.';
const HOOK_KEY_NEEDED =
  'Agents have keys here, so hooks must show an agent key (tw_…) too: set TRIPWIRE_AGENT_KEY.';
const REPORT_KEY_NEEDED =
  'Agents have keys here, so reports must show an agent key (tw_…) too: in the header x-tripwire-key ' +
  '(OTEL_EXPORTER_OTLP_HEADERS=x-tripwire-key=tw_…).';
const KEY_NEEDED =
  'Agents have keys here, so every request must show one (tw_…), beside the key of the provider: in the header ' +
  'x-tripwire-key, or in the base URL as /agents/NAME/KEY/PROVIDER.';

/** The route of a request, or why there is none. */
export function routeOf(
  method: string,
  rawUrl: string,
  headers: HeaderPairs,
  config: RouteConfig,
): Route | HookRoute | ReportRoute | RouteProblem {
  const foreign = foreignness(headers, config.host);
  if (foreign !== null) return problem(403, foreign);
  if (!METHODS.includes(method)) {
    return problem(405, `Only ${METHODS.join(', ')} are forwarded.`);
  }
  const target = targetOf(rawUrl);
  if (target.kind === 'problem') return target;
  const { segments, query } = target;
  const other = overrideIn(method, headers, query);
  if (other !== null) return problem(400, other);
  const said = inPath(segments);
  const [provider = '', ...rest] = said.rest;
  const keysNeeded = needsKeys(config);
  if (provider === HOOKS && config.hookClients !== undefined) {
    const asks = () => whoAsks(said, headers, query, keysNeeded ? HOOK_KEY_NEEDED : null, config);
    return hookRouteOf(method, rest, config.hookClients, asks);
  }
  if (provider === REPORTS && config.takesReports === true) {
    const why = keysNeeded ? REPORT_KEY_NEEDED : null;
    return reportRouteOf(method, rest, () => whoAsks(said, headers, query, why, config));
  }
  if (!Object.hasOwn(config.upstreams, provider)) {
    return problem(404, `No provider of this name. ${howTo(config)}`);
  }
  const upstream = config.upstreams[provider];
  if (upstream === undefined) return problem(404, howTo(config));
  const why = upstream.key === undefined ? KEY_NEEDED : PROVIDER_KEY_HELD;
  const asking = whoAsks(said, headers, query, keysNeeded ? why : null, config);
  if (asking.kind === 'problem') return asking;
  const { agent, how, grants = [] } = asking;
  const told = labelsIn(headers);
  if (typeof told === 'string') return problem(400, told);
  const labels = grantedLabels(told, grants);
  if (typeof labels === 'string') return problem(403, labels);
  // One provider takes its key in the query: where ours is put in, no other may stand there.
  const injects = upstream.key !== undefined && upstream.format === 'gemini';
  const upstreamPath = `/${rest.join('/')}${queryWithoutKeys(query, injects ? 'all' : 'agent')}`;
  return {
    kind: 'provider',
    agent,
    provider,
    upstreamPath,
    ...present({ labels }),
    ...grantsIn(grants),
    how,
  };
}

/** Only the path and the method of a hook are its own; who may ask is said as everywhere. */
function hookRouteOf(
  method: string,
  rest: readonly string[],
  clients: readonly string[],
  asks: () => ReturnType<typeof whoAsks>,
): HookRoute | RouteProblem {
  const [hookClient = ''] = rest;
  if (rest.length !== 1 || !clients.includes(hookClient)) {
    const known = clients.join(', ');
    return problem(404, `Hooks are asked at /agents/NAME/hooks/CLIENT. Clients: ${known}.`);
  }
  if (method !== 'POST') return problem(405, 'Hooks are asked with POST.');
  const asking = asks();
  if (asking.kind === 'problem') return asking;
  return { kind: 'hook', agent: asking.agent, hookClient, how: asking.how };
}

/** An agent reports for itself alone: who it is never comes from the traces. */
function reportRouteOf(
  method: string,
  rest: readonly string[],
  asks: () => ReturnType<typeof whoAsks>,
): ReportRoute | RouteProblem {
  if (rest.length !== 1 || rest[0] !== TRACES) {
    return problem(404, 'Only traces are read, at /agents/NAME/v1/traces.');
  }
  if (method !== 'POST') return problem(405, 'Traces are sent with POST.');
  const asking = asks();
  if (asking.kind === 'problem') return asking;
  return { kind: 'report', agent: asking.agent, how: asking.how };
}

/** What the path says of who asks, and what follows. */
interface InPath {
  readonly agent: string | null;
  readonly key: string | null;
  readonly rest: readonly string[];
}

function inPath(segments: readonly string[]): InPath {
  if (segments[0] !== AGENTS) return { agent: null, key: null, rest: segments };
  const agent = decodeURIComponent(segments[1] ?? '');
  const key = decodeURIComponent(segments[2] ?? '');
  if (!isAgentKey(key)) return { agent, key: null, rest: segments.slice(2) };
  return { agent, key, rest: segments.slice(3) };
}

/**
 * Once Tripwire holds a secret or gave an agent a key, nobody may speak in the name of an agent without its key,
 * whichever provider is asked: a stopped agent would only have to take another name.
 */
function needsKeys({ upstreams, hasKeys }: RouteConfig): boolean {
  const holds = Object.values(upstreams).some(
    ({ key, holdsSecret }) => key !== undefined || holdsSecret === true,
  );
  return holds || hasKeys?.() === true;
}

/** Who asks, and how it was said. */
interface Asking extends Pick<Route, 'agent' | 'grants' | 'how'> {
  readonly kind: 'asking';
}

/** The one agent that path, keys and header name; `keyNeeded` says why it takes a key, null that it takes none. */
function whoAsks(
  said: InPath,
  headers: HeaderPairs,
  query: string,
  keyNeeded: string | null,
  config: RouteConfig,
): Asking | RouteProblem {
  const keys = [...(said.key === null ? [] : [said.key]), ...agentKeysIn(headers, query)];
  const owners = keys.map((key) => config.agentOfKey(key));
  if (owners.includes(null)) {
    return problem(401, 'This agent key is not known here. Make one with: tripwire init');
  }
  const inHeader = valuesOf(headers, AGENT_HEADER);
  const names = [...(said.agent === null ? [] : [said.agent]), ...owners, ...inHeader].map(
    (one) => one ?? '',
  );
  const [agent] = names;
  if (agent === undefined) {
    return problem(401, `This request does not say which agent it is. ${howTo(config)}`);
  }
  if (!names.every(isAgentName)) {
    return problem(
      400,
      'The name of an agent must be 1 to 64 letters, digits and . _ - : @ (not "." or "..").',
    );
  }
  if (names.some((one) => one !== agent)) {
    return problem(403, `Path, agent key and ${AGENT_HEADER} name different agents. Name one.`);
  }
  // Otherwise whoever reaches this port would spend from the key that only Tripwire holds.
  if (keyNeeded !== null && keys.length === 0) return problem(401, keyNeeded);
  return {
    kind: 'asking',
    agent,
    ...grantsIn(keys.flatMap((key) => config.grantOfKey?.(key) ?? [])),
    how: said.agent !== null ? 'path' : keys.length > 0 ? 'key' : 'header',
  };
}

function grantsIn(grants: readonly KeyGrant[]): Pick<Route, 'grants'> {
  return grants.length === 0 ? {} : { grants };
}

function problem(status: RouteProblem['status'], words: string): RouteProblem {
  return { kind: 'problem', status, words };
}

function howTo({ upstreams }: RouteConfig): string {
  const providers = Object.keys(upstreams).toSorted().join(', ');
  return (
    'Point the client at /agents/NAME/PROVIDER, or at /PROVIDER with an agent key (tw_…) as its API key ' +
    `or the header ${AGENT_HEADER}: NAME. Providers here: ${providers}.`
  );
}
