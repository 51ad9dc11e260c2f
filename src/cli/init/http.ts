/**
 * Hooks that ask the running server by HTTP, without starting a program, for clients that can.
 *
 * They hold the server's address, so there must be a server that answers now, and one that stays.
 */
import type { Environment } from '../../base/environment.ts';
import { CLIENTS, clientNamed, type ClientId, type KnownClient } from '../../clients/table.ts';
import type { Config } from '../../config/index.ts';
import { TripwireError } from '../../core/index.ts';
import { answeringServer } from '../../server/server-file.ts';
import { AdminServer } from '../server/admin-call.ts';
import { adminAt } from '../server/admin-place.ts';

/** Where the hooks ask. */
export interface HttpHooks {
  readonly url: string;
  /** Its address, without a path, and under which name the client's agent is known there. */
  readonly server: { readonly url: string; readonly agent: string };
  /** The server takes hooks only with an agent's key, from the variable `TRIPWIRE_AGENT_KEY`. */
  readonly needsKey: boolean;
}

/** Whether an entry in the settings of a client is such a hook of ours. */
export function isHttpHook(id: ClientId, url: string): boolean {
  return (
    url.endsWith(`/hooks/${id}`) && /^https?:\/\/[^/]+(?:\/agents\/[^/]+)?\/hooks\/[^/]+$/.test(url)
  );
}

/** Where hooks by HTTP would ask; refuses other clients, and a place without a server that stays. */
export async function httpHooks(
  name: string | undefined,
  { data, upstreams }: Pick<Config, 'data' | 'upstreams'>,
  env: Environment,
): Promise<HttpHooks> {
  const able = await clientsByHttp();
  const meant = name === undefined ? null : clientNamed(name);
  const client = able.find((one) => one === meant);
  if (client === undefined) {
    throw new TripwireError(
      'USAGE',
      `--http and --mod are for ${able.map(({ title }) => title).join(', ')}: other clients cannot ask by HTTP. ` +
        `Run: tripwire init ${able[0]?.id} --http`,
    );
  }
  const running = await answeringServer(data);
  if (running?.forOneCommand === true) {
    throw new TripwireError(
      'USAGE',
      `the Tripwire that runs (process ${running.pid}) ends with its command, and what asks by HTTP would then refuse ` +
        'everything: start one that stays with tripwire up, or leave --http and --mod out',
    );
  }
  const base = running?.url ?? env['TRIPWIRE_URL'] ?? '';
  if (base === '') {
    throw new TripwireError(
      'USAGE',
      '--http and --mod hold the address of a running Tripwire, and none answers here: start it with tripwire up (on a ' +
        'port that stays the same), set TRIPWIRE_URL, or leave them out',
    );
  }
  const server = { url: base.replace(/\/+$/, ''), agent: client.program };
  return {
    url: `${server.url}/agents/${server.agent}/hooks/${client.id}`,
    server,
    needsKey:
      Object.values(upstreams).some(({ key }) => key !== undefined) ||
      (running !== null && (await requiresKeys(running.adminUrl, data, env))),
  };
}

/** Whether the running server asks agents for keys; one that this user may not ask says nothing. */
async function requiresKeys(url: string, data: string, env: Environment): Promise<boolean> {
  const place = adminAt(url, data, env);
  if (place.token === null) return false;
  return (await new AdminServer(place).call('GET /api/keys')).required;
}

async function clientsByHttp(): Promise<readonly KnownClient[]> {
  const able: KnownClient[] = [];
  for (const client of CLIENTS) {
    const settings = await client.settings?.();
    if (settings?.kind === 'commands' && settings.asksByHttp) able.push(client);
  }
  return able;
}
