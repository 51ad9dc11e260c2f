/**
 * Which clients are meant: the one that was named, else all that are found.
 */
import { existsSync } from 'node:fs';
import { clientFolder } from '../../clients/client-folder.ts';
import { installedClient } from '../../clients/installed.ts';
import { clientNamed } from '../../clients/table.ts';
import { TripwireError } from '../../core/index.ts';
import { initClients, type InitClient } from './clients.ts';
import type { InitPlace } from './place.ts';

/** What was asked for. */
interface Wish {
  readonly name: string | undefined;
  readonly remove: boolean;
  readonly managed: boolean;
}

/** The clients; refuses a name that is not known, and a place where none is found. */
export async function chosenClients(
  { name, remove, managed }: Wish,
  place: InitPlace,
): Promise<readonly InitClient[]> {
  const all = await initClients();
  if (name !== undefined) return [namedClient(name, all)];
  const possible = managed ? all.filter(({ settings }) => settings.managed !== null) : all;
  // Hooks may be left of a client that is gone.
  if (remove) return possible;
  const found = possible.filter(
    ({ client }) =>
      existsSync(clientFolder(client, place)) ||
      installedClient(client.program, client.npmPackage, { PATH: place.path }) !== null,
  );
  if (found.length > 0) return found;
  const folders = possible.map(({ client }) => clientFolder(client, place)).join(', ');
  const programs = possible.map(({ client }) => client.program).join(', ');
  throw new TripwireError(
    'USAGE',
    `no coding agent was found: none of the folders ${folders} is there, and none of ${programs} is on the PATH; ` +
      `name the one you will use, such as tripwire init ${possible[0]?.client.id}`,
  );
}

function namedClient(name: string, all: readonly InitClient[]): InitClient {
  const meant = clientNamed(name);
  const found = all.find(({ client }) => client === meant);
  if (found !== undefined) return found;
  const known = all.map(({ client }) => client.id).join(', ');
  throw new TripwireError(
    'USAGE',
    `init does not know the client ${JSON.stringify(name)} (clients: ${known})`,
  );
}
