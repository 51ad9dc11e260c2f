/**
 * The coding agents on this machine: which are there, how each is logged in, whether its traffic passes through
 * Tripwire, and what can guard it.
 *
 * It reads files and asks the running server; no client is run, and nothing is changed.
 */
import { clientFolder } from './client-folder.ts';
import { EVERY_CLIENT, type AnyClient } from './every-client.ts';
import { setting, type ClientPlace, type Examined } from './examined.ts';
import { installedClient, type Installed } from './installed.ts';
import { pointLine } from './lines.ts';
import type { SeenAgents } from './seen-agents.ts';

/** Whether the traffic of a client passes through Tripwire. */
interface Passing {
  /** `seen`: pointed here, and its agent has called. `pointed`: pointed here, not seen yet. */
  readonly state: 'seen' | 'pointed' | 'partly' | 'no' | 'unknown';
  /** The agent under whose name it would call. */
  readonly agent: string | null;
  /** When that agent was last seen, in milliseconds since 1970; null when it was not, or nobody can tell. */
  readonly lastSeen: number | null;
  /** Why it cannot be told whether it was seen. */
  readonly seenProblem: string | null;
  readonly detail: string;
}

/** One client; what is not installed is not examined. */
export interface ClientFinding {
  readonly client: AnyClient['id'];
  readonly title: string;
  readonly program: string;
  readonly installed: Installed | null;
  /** The version that was tried; what another one does is not known. */
  readonly triedVersion: string;
  /** How to point it here; null where that is not known. */
  readonly pointBy: string | null;
  readonly login: Examined['login'] | null;
  readonly passes: Passing | null;
  readonly guards: Examined['guards'] | null;
}

/** Looks at every client of the table. */
export function clientFindings(
  place: ClientPlace,
  seen: SeenAgents,
): Promise<readonly ClientFinding[]> {
  return Promise.all(EVERY_CLIENT.map((client) => findingOf(client, place, seen)));
}

async function findingOf(
  client: AnyClient,
  place: ClientPlace,
  seen: SeenAgents,
): Promise<ClientFinding> {
  const { id, title, program, npmPackage, triedVersion } = client;
  const pointBy = pointLine(client, place.here);
  const names = { client: id, title, program, triedVersion, pointBy };
  const installed = installedClient(program, npmPackage, place.env);
  const examine = await client.login?.();
  if (installed === null || examine === undefined) {
    return { ...names, installed, login: null, passes: null, guards: null };
  }
  const folderIn = (variable: string) => setting(place.env, variable);
  const folder = clientFolder(client, { home: place.home, folderIn });
  const { login, pointing, guards } = examine({
    ...place,
    folder,
    pointBy,
  });
  return { ...names, installed, login, passes: passing(program, pointing, seen), guards };
}

function passing(program: string, pointing: Examined['pointing'], seen: SeenAgents): Passing {
  const isPointed = pointing.state === 'here' || pointing.state === 'partly';
  // Pointed here without a name in the path it is known by its key: no name can be read from here.
  const agent = isPointed ? pointing.agent : program;
  const lastSeen = agent === null ? null : (seen.lastSeen?.get(agent) ?? null);
  const states = {
    here: lastSeen === null ? 'pointed' : 'seen',
    partly: 'partly',
    elsewhere: 'no',
    nowhere: 'no',
    unknown: 'unknown',
  } as const;
  const { detail } = pointing;
  return { state: states[pointing.state], agent, lastSeen, seenProblem: seen.problem, detail };
}
