/**
 * What could be attacked here: ports, users, files, keys and hooks, as the system and the running server show them.
 */
import { join } from 'node:path';
import type { Environment } from '../../../base/environment.ts';
import { isLoopbackHost } from '../../../base/node/loopback-host.ts';
import type { Config } from '../../../config/index.ts';
import { ApiProblem, type Answer } from '../../../control/api/client.ts';
import type { ServerNote } from '../../../server/server-file.ts';
import { AdminServer } from '../../server/admin-call.ts';
import { adminHere } from '../admin-here.ts';
import type { SettingsInForce } from '../settings.ts';
import { hookPlaces, type HookPlace } from './hook-places.ts';
import { keyVariablesIn } from './key-variables.ts';
import { reachOf, type Reach } from './reach.ts';
import { ownerOf, serverUser, userText } from './users.ts';

/** A port on which something listens, or would. */
export interface Port {
  readonly plane: 'agents' | 'people';
  readonly url: string;
  /** Whether a server answers there now. */
  readonly listening: boolean;
  /** From where it can be reached. */
  readonly reach: 'this machine' | 'network';
  readonly encrypted: boolean;
}

/** Everything that was looked at. */
export interface SurfaceFacts {
  readonly ports: readonly Port[];
  readonly users: {
    /** Whose rights are looked at here. */
    readonly this_user: string;
    /** Null where no server runs, or its user cannot be seen. */
    readonly server: string | null;
    /** The server's process is this user's, or this user is root. */
    readonly can_end_server: boolean;
    readonly data_owner: string | null;
  };
  readonly files: readonly Reach[];
  readonly keys: {
    /** Providers whose key only Tripwire needs to have. */
    readonly held: readonly string[];
    readonly not_held: readonly string[];
    /** Variables of this environment that hold a provider's key. */
    readonly in_environment: readonly string[];
    /** A person's token is in the environment. */
    readonly token_in_environment: boolean;
    /** Null where no server tells. */
    readonly of_agents: Answer<'GET /api/keys'> | null;
  };
  readonly registration: 'open' | 'closed';
  readonly hooks: readonly HookPlace[];
}

/** Whose files matter most, below the data folder. */
const DATA_FILES = ['', 'admin-token', 'journal.db', 'tripwire.yaml', 'stops'];

/** Looks at the machine, and asks the server where one answers. */
export async function surfaceFacts(
  config: Config,
  server: ServerNote | null,
  inForce: SettingsInForce,
  env: Environment,
): Promise<SurfaceFacts> {
  const { data, file } = config;
  const uid = process.getuid?.() ?? null;
  const serverUid = server === null ? null : serverUser(data, server);
  const dataOwner = ownerOf(data);
  const settings =
    file === null || DATA_FILES.some((name) => join(data, name) === file) ? [] : [file];
  return {
    ports: portsOf(config, server),
    users: {
      this_user: uid === null ? 'this user' : userText(uid),
      server: serverUid === null ? null : userText(serverUid),
      can_end_server: serverUid !== null && (uid === 0 || uid === serverUid),
      data_owner: dataOwner === null ? null : userText(dataOwner),
    },
    files: [...DATA_FILES.map((name) => join(data, name)), ...settings]
      .map((path) => reachOf(path))
      .filter(({ found }) => found),
    keys: {
      ...upstreamsOf(inForce),
      in_environment: keyVariablesIn(env),
      token_in_environment: (env['TRIPWIRE_ADMIN_TOKEN'] ?? '') !== '',
      of_agents: server === null ? null : await agentKeys(server, data, env),
    },
    registration: valueAt(inForce, 'registration') === 'closed' ? 'closed' : 'open',
    hooks: await hookPlaces(),
  };
}

function portsOf(config: Config, server: ServerNote | null): readonly Port[] {
  const urls = {
    agents: server?.url ?? urlOf(config.host, config.port),
    people: server?.adminUrl ?? urlOf(config.adminHost, config.adminPort),
  };
  return (['agents', 'people'] as const).map((plane) => {
    const { hostname, protocol } = new URL(urls[plane]);
    return {
      plane,
      url: urls[plane],
      listening: server !== null,
      reach: isLoopbackHost(hostname) ? 'this machine' : 'network',
      encrypted: protocol === 'https:',
    };
  });
}

function urlOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** By the settings in force: of the running server, where one tells. */
function upstreamsOf({ settings }: SettingsInForce) {
  const names = settings.flatMap(({ path }) => /^upstreams\.([^.]+)\.url$/.exec(path)?.[1] ?? []);
  const holds = (name: string) =>
    settings.some(({ path, value }) => path === `upstreams.${name}.key` && value !== null);
  return { held: names.filter(holds), not_held: names.filter((name) => !holds(name)) };
}

function valueAt({ settings }: SettingsInForce, wanted: string): unknown {
  return settings.find(({ path }) => path === wanted)?.value;
}

async function agentKeys(server: ServerNote, data: string, env: Environment) {
  const place = adminHere(server.adminUrl, data, env);
  if (place.token === null) return null;
  try {
    return await new AdminServer(place).call('GET /api/keys');
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    return null;
  }
}
