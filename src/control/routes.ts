/**
 * Every path of the API, as data. What is not here does not exist.
 */
import { actOnAgent, actOnAll, changeKillSwitch } from './agent-acts.ts';
import { addAgent, addKey, listAgents, showAgent, showStatus } from './agent-reads.ts';
import type { Handler } from './control-plane.ts';
import { agentEvents, allEvents } from './event-reads.ts';
import { Problem } from './problem.ts';
import { showWindows } from './window-reads.ts';

type Method = 'GET' | 'POST' | 'PATCH';

interface Route {
  /** Parts of the path; `:` stands for any one part. */
  readonly path: string;
  readonly methods: Readonly<Partial<Record<Method, Handler>>>;
}

const routes: readonly Route[] = [
  { path: '/api/status', methods: { GET: showStatus } },
  { path: '/api/agents', methods: { GET: listAgents, POST: addAgent } },
  { path: '/api/agents/:', methods: { GET: showAgent } },
  { path: '/api/agents/:/events', methods: { GET: agentEvents } },
  { path: '/api/agents/:/windows', methods: { GET: showWindows } },
  { path: '/api/agents/:/kill-switch', methods: { PATCH: changeKillSwitch } },
  { path: '/api/agents/:/keys', methods: { POST: addKey } },
  { path: '/api/agents/:/activate', methods: { POST: actOnAgent('activate') } },
  { path: '/api/agents/:/deactivate', methods: { POST: actOnAgent('deactivate') } },
  { path: '/api/agents/:/pause', methods: { POST: actOnAgent('pause') } },
  { path: '/api/agents/:/resume', methods: { POST: actOnAgent('resume') } },
  { path: '/api/agents/:/restart', methods: { POST: actOnAgent('restart') } },
  { path: '/api/stop-all', methods: { POST: actOnAll('stop-all') } },
  { path: '/api/resume-all', methods: { POST: actOnAll('resume-all') } },
  { path: '/api/events', methods: { GET: allEvents } },
];

/** The handler for a method and a path, with what stands in its variable parts; throws when there is none. */
export function routeOf(
  method: string,
  path: string,
): { readonly handler: Handler; readonly params: readonly string[] } {
  for (const route of routes) {
    const params = paramsOf(route.path, path);
    if (params === null) continue;
    const handler = Object.hasOwn(route.methods, method)
      ? route.methods[method as Method]
      : undefined;
    if (handler !== undefined) return { handler, params };
    const allow = Object.keys(route.methods).join(', ');
    throw new Problem('wrong-method', `This path takes ${allow}.`, { allow });
  }
  throw new Problem('unknown-path', 'The API is under /api/agents, /api/events and /api/status.');
}

/** Split first, then decoded: a slash inside a name divides nothing. */
function paramsOf(pattern: string, path: string): readonly string[] | null {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  const fits = (part: string, index: number) => part === ':' || part === given[index];
  if (wanted.length !== given.length || !wanted.every(fits)) return null;
  return given.filter((_, index) => wanted[index] === ':').map(decoded);
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
