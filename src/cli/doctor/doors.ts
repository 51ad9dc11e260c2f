/**
 * Knocks at the doors of a running server with nothing in hand: nobody may be let in.
 *
 * Settings say what should be; this is what is. The data plane is only tried where registration is closed: an open one
 * would take the stranger for a new agent.
 */
import { randomBytes } from 'node:crypto';
import type { Config } from '../../config/index.ts';
import type { ServerNote } from '../../server/server-file.ts';

const ANSWER_TIMEOUT_MS = 3_000;

/** The doors that let a stranger in, in words; null when there is no server to try. */
export async function openDoors(
  server: ServerNote | null,
  { registration }: Config,
): Promise<readonly string[] | null> {
  if (server === null) return null;
  const open: string[] = [];
  if (!(await turnsAway(`${server.adminUrl}/api/agents`, isDenied))) {
    open.push(`the control plane at ${server.adminUrl} answers without a token`);
  }
  if (registration === 'closed') {
    const name = `doctor-${randomBytes(6).toString('hex')}`;
    // A path that no provider has: if it were forwarded, nothing would be spent.
    const path = `${server.url}/agents/${name}/openai/v1/tripwire-doctor`;
    if (!(await turnsAway(path, isOwnRefusal))) {
      open.push(`the port for agents at ${server.url} lets in agents that nobody registered`);
    }
  }
  return open;
}

/** Whether the answer is a refusal. A door that does not answer lets nobody in. */
async function turnsAway(
  url: string,
  isRefusal: (answer: Response, body: string) => boolean,
): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    const answer = await fetch(url, { redirect: 'manual', signal });
    return isRefusal(answer, await answer.text());
  } catch {
    return true;
  }
}

function isDenied({ status }: Response): boolean {
  return status === 401 || status === 403;
}

/** By Tripwire itself, not by the provider behind it. */
function isOwnRefusal({ status, headers }: Response, body: string): boolean {
  return status >= 400 && (headers.has('x-tripwire-decision') || body.includes('"tripwire_error"'));
}
