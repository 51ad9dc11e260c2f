/**
 * Which clients are meant: the one that was named, else all that are found.
 */
import { existsSync } from 'node:fs';
import { installedClient } from '../../clients/installed.ts';
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
export function chosenClients(
  { name, remove, managed }: Wish,
  place: InitPlace,
): readonly InitClient[] {
  if (name !== undefined) return [namedClient(name)];
  const possible = managed ? initClients.filter((one) => one.managed !== null) : initClients;
  // Hooks may be left of a client that is gone.
  if (remove) return possible;
  const found = possible.filter(
    ({ folder, program, packageName }) =>
      existsSync(folder(place)) ||
      installedClient(program, packageName, { PATH: place.path }) !== null,
  );
  if (found.length > 0) return found;
  const folders = possible.map(({ folder }) => folder(place)).join(', ');
  const programs = possible.map(({ program }) => program).join(', ');
  throw new TripwireError(
    'USAGE',
    `no coding agent was found: none of the folders ${folders} is there, and none of ${programs} is on the PATH; ` +
      'name the one you will use, such as tripwire init claude-code',
  );
}

function namedClient(name: string): InitClient {
  const found = initClients.find((client) => client.name === name || client.hookName === name);
  if (found !== undefined) return found;
  const known = initClients.map((client) => client.name).join(', ');
  throw new TripwireError(
    'USAGE',
    `init does not know the client ${JSON.stringify(name)} (clients: ${known})`,
  );
}
