/**
 * Which agents the running server has seen, and when.
 *
 * The API knows agents, not clients: it tells that somebody called under a name, not which program did.
 */
import type { Environment } from '../../base/environment.ts';
import type { SeenAgents } from '../../clients/seen-agents.ts';
import { ApiProblem } from '../../control/api/client.ts';
import type { ServerNote } from '../../server/server-file.ts';
import { AdminServer } from '../server/admin-call.ts';
import { adminHere } from './admin-here.ts';

/** Asks the server of a data folder. */
export async function seenAgents(
  server: ServerNote | null,
  data: string,
  env: Environment,
): Promise<SeenAgents> {
  if (server === null)
    return { lastSeen: null, problem: 'no server is running (tripwire up starts one)' };
  try {
    const admin = new AdminServer(adminHere(server.adminUrl, data, env));
    const views = await admin.call('GET /api/agents');
    const pairs = views.flatMap(({ id, last_seen: at }): [string, number][] =>
      at === null ? [] : [[id, at]],
    );
    return { lastSeen: new Map(pairs), problem: null };
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    return { lastSeen: null, problem: `the server does not tell: ${error.message}` };
  }
}
