/**
 * Which server a hook asks: the one that `TRIPWIRE_URL` names, else the running one of the data folder, else none.
 *
 * It is read before every tool call, so it imports next to nothing. A server that was named and does not answer is
 * no reason to go on without it; only a note whose process is gone is.
 */
import { join } from 'node:path';
import type { Environment } from '../base/environment.ts';
import { dataFolder } from '../base/node/data-folder.ts';
import { defaultAgentOf, type ClientId } from '../clients/table.ts';
import type { HookServer } from '../hooks/index.ts';
import { isAlive, readServerNote } from './server-file.ts';

const BASE_URLS = ['ANTHROPIC_BASE_URL', 'OPENAI_BASE_URL', 'GOOGLE_GEMINI_BASE_URL'];

/** The server to ask; null: none is named and none runs. */
export function hookServer(client: ClientId, env: Environment): HookServer | null {
  const place = serverPlace(env);
  if (place === null) return null;
  const url = place.url.replace(/\/+$/, '');
  const key = env['TRIPWIRE_AGENT_KEY'] || null;
  const named = env['TRIPWIRE_AGENT'] || agentInBaseUrl(url, env);
  return {
    url,
    // A key names its agent; a usual name beside it could only contradict.
    agent: named ?? (key === null ? defaultAgentOf(client) : null),
    key,
    remedy: place.remedy,
  };
}

/** Where a server is that `TRIPWIRE_URL` names or that runs; null: there is none. */
export function serverPlace(env: Environment): Pick<HookServer, 'url' | 'remedy'> | null {
  const named = env['TRIPWIRE_URL'];
  if (named !== undefined && named !== '') {
    return { url: named, remedy: 'start it with tripwire up, or unset TRIPWIRE_URL' };
  }
  const data = dataFolder(env);
  const note = readServerNote(data);
  if (note === null || !isAlive(note.pid)) return null;
  const file = join(data, 'server.json');
  return {
    url: note.url,
    remedy: `start it with tripwire up; if process ${note.pid} is none of Tripwire's, delete ${file}`,
  };
}

/** The agent under whose name the client's model calls go to this server. */
function agentInBaseUrl(url: string, env: Environment): string | null {
  for (const variable of BASE_URLS) {
    const [start, rest] = (env[variable] ?? '').split('/agents/');
    const name = rest?.split('/')[0];
    if (start === url && name) return decoded(name, variable);
  }
  return null;
}

function decoded(name: string, variable: string): string {
  try {
    return decodeURIComponent(name);
  } catch (cause) {
    throw new Error(`the name of the agent in ${variable} cannot be read; set TRIPWIRE_AGENT`, {
      cause,
    });
  }
}
