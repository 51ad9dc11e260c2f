/**
 * Which agents the running server has seen, and when.
 *
 * The API knows agents, not clients: it tells that somebody called under a name, not which program did.
 */
import { knownControlToken } from '../control/index.ts';
import type { AgentView } from '../gate/index.ts';
import { AdminProblem, adminServer } from './admin-call.ts';
import type { Environment } from './client-examined.ts';
import type { ServerNote } from './server-file.ts';

/** When each agent was last seen; null when nobody can be asked, and then why. */
export type SeenAgents =
  | { readonly lastSeen: ReadonlyMap<string, number>; readonly problem: null }
  | { readonly lastSeen: null; readonly problem: string };

/** Asks the server of a data folder. */
export async function seenAgents(
  server: ServerNote | null,
  data: string,
  env: Environment,
): Promise<SeenAgents> {
  if (server === null)
    return { lastSeen: null, problem: 'no server is running (tripwire up starts one)' };
  try {
    const token = knownControlToken(data, env);
    const views = await adminServer({ url: server.adminUrl, token }).get<readonly AgentView[]>(
      '/api/agents',
    );
    const pairs = views.flatMap(({ id, last_seen: at }): [string, number][] =>
      at === null ? [] : [[id, at]],
    );
    return { lastSeen: new Map(pairs), problem: null };
  } catch (error) {
    if (!(error instanceof AdminProblem)) throw error;
    return { lastSeen: null, problem: `the server does not tell: ${error.message}` };
  }
}
