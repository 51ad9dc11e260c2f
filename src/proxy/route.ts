/**
 * Where a request goes: whose agent it is, to which provider, under which path.
 *
 * There are three ways to say who is asking: in the path, by an agent key, in a header. A request may use several;
 * then all of them must name the same agent. Nothing of a refused request leads anywhere: the answer is a route or a
 * problem, never both.
 */
import { isAgentName } from '../config/index.ts';
import { valuesOf, type HeaderPairs } from './hop-headers-pairs.ts';
import { agentKeysIn, queryWithoutKeys } from './identity-key.ts';
import { foreignness } from './route-host.ts';
import { targetOf } from './route-target.ts';

export interface Route {
  readonly agent: string;
  readonly provider: string;
  /** To be put after the provider's base URL: the client's bytes, but for keys in the query. */
  readonly upstreamPath: string;
  readonly how: 'path' | 'key' | 'header';
}

/** Why there is no route. */
export interface RouteProblem {
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
}

interface RouteUpstream {
  readonly url: string;
  readonly format: 'anthropic' | 'openai' | 'gemini';
  /** There when Tripwire puts in the provider's key; what it is does not matter here. */
  readonly key?: unknown;
}

const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const AGENTS = 'agents';
const AGENT_HEADER = 'x-tripwire-agent';

/** The route of a request, or why there is none. */
export function routeOf(
  method: string,
  rawUrl: string,
  headers: HeaderPairs,
  config: RouteConfig,
): Route | RouteProblem {
  const foreign = foreignness(headers, config.host);
  if (foreign !== null) return { status: 403, words: foreign };
  if (!METHODS.includes(method)) {
    return { status: 405, words: `Only ${METHODS.join(', ')} are forwarded.` };
  }
  const target = targetOf(rawUrl);
  if ('words' in target) return target;
  const { segments, query } = target;
  const inPath = segments[0] === AGENTS;
  const provider = segments[inPath ? 2 : 0] ?? '';
  if (!Object.hasOwn(config.upstreams, provider)) {
    return { status: 404, words: `No provider of this name. ${howTo(config)}` };
  }
  const upstream = config.upstreams[provider];
  if (upstream === undefined) return { status: 404, words: howTo(config) };
  const given = inPath ? decodeURIComponent(segments[1] ?? '') : null;
  const asking = whoAsks(given, headers, query, upstream, config);
  if ('words' in asking) return asking;
  const rest = segments.slice(inPath ? 3 : 1);
  // One provider takes its key in the query: where ours is put in, no other may stand there.
  const injects = upstream.key !== undefined && upstream.format === 'gemini';
  const upstreamPath = `/${rest.join('/')}${queryWithoutKeys(query, injects ? 'all' : 'agent')}`;
  return { ...asking, provider, upstreamPath };
}

/** The one agent that path, keys and header name. */
function whoAsks(
  inPath: string | null,
  headers: HeaderPairs,
  query: string,
  upstream: RouteUpstream,
  config: RouteConfig,
): Pick<Route, 'agent' | 'how'> | RouteProblem {
  const keys = agentKeysIn(headers, query);
  const owners = keys.map((key) => config.agentOfKey(key));
  if (owners.includes(null)) {
    return { status: 401, words: 'This agent key is not known here. Make one with: tripwire init' };
  }
  const inHeader = valuesOf(headers, AGENT_HEADER);
  const names = [...(inPath === null ? [] : [inPath]), ...owners, ...inHeader].map(
    (one) => one ?? '',
  );
  const [agent] = names;
  if (agent === undefined) {
    return { status: 401, words: `This request does not say which agent it is. ${howTo(config)}` };
  }
  if (!names.every(isAgentName)) {
    return {
      status: 400,
      words:
        'The name of an agent must be 1 to 64 letters, digits and . _ - : @ (not "." or "..").',
    };
  }
  if (names.some((one) => one !== agent)) {
    return {
      status: 403,
      words: `Path, agent key and ${AGENT_HEADER} name different agents. Name one.`,
    };
  }
  // Otherwise whoever reaches this port would spend from the key that only Tripwire holds.
  if (upstream.key !== undefined && keys.length === 0) {
    return {
      status: 401,
      words:
        'Tripwire holds the key of this provider, so an agent key (tw_…) must be sent in its place.',
    };
  }
  return { agent, how: inPath !== null ? 'path' : keys.length > 0 ? 'key' : 'header' };
}

function howTo({ upstreams }: RouteConfig): string {
  const providers = Object.keys(upstreams).toSorted().join(', ');
  return (
    'Point the client at /agents/NAME/PROVIDER, or at /PROVIDER with an agent key (tw_…) as its API key ' +
    `or the header ${AGENT_HEADER}: NAME. Providers here: ${providers}.`
  );
}
