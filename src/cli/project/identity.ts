/**
 * `tripwire identity`: what makes a coding agent of this project the agent it is, and the pin that a person sets on it.
 *
 * Only a pinned agent may do what is reserved. Pinning is a person's act: the hooks refuse it to agents.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { clientFolder } from '../../clients/client-folder.ts';
import { clientNamed, CLIENTS, type KnownClient } from '../../clients/table.ts';
import { TripwireError } from '../../core/index.ts';
import {
  findStateFolder,
  makeStateFolder,
  pinIdentity,
  showIdentity,
  type IdentityQuestion,
} from '../../loop/index.ts';
import type { Command } from '../command.ts';
import { placeBelow, type InitPlace } from '../init/place.ts';
import { personName } from '../terminal/person-name.ts';
import { printLines } from '../terminal/print-lines.ts';
import { sayJson } from '../terminal/say.ts';
import { identityLines } from './identity-text.ts';

const CLIENT_IDS = CLIENTS.map(({ id }) => id).join(', ');

const HELP = `tripwire identity show|pin [--client NAME] [--role NAME]… [--project DIR] [--root DIR] [--json]

Only an agent that you pinned may push to protected branches, force-push, tag, publish or deploy.
  show           the parts of the agent's configuration, their hashes, and what has changed since they were pinned
  pin            writes the checksum of the configuration as it is now into .geometry/MANIFEST.yaml
  --client NAME  ${CLIENT_IDS} (default: the one whose settings are here)
  --role NAME    with pin: the agent's roles, instead of those in the manifest (developer, tester, releaser, operator,
                 and those under roles: in the manifest)
  --project DIR  the project (default: the current folder)
  --root DIR     treat DIR as / when looking for the client's settings, for images and tests
  --json         one JSON object
Run it in a terminal of your own: an agent that is hooked may not pin.
Exit codes: 0 the agent is pinned and unchanged; 1 it is not pinned, or has changed; 2 wrong options, or something of its
configuration cannot be read (nothing was changed).`;

/** The command. */
export const command: Command = { help: HELP, run: identity };

async function identity(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      client: { type: 'string' },
      role: { type: 'string', multiple: true, default: [] },
      project: { type: 'string', default: '.' },
      root: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const [act, ...more] = positionals;
  if ((act !== 'show' && act !== 'pin') || more.length > 0) {
    const given = positionals.length === 0 ? '' : `, not ${JSON.stringify(positionals.join(' '))}`;
    throw usage(`identity takes show or pin${given}`);
  }
  if (act === 'show' && values.role.length > 0) throw usage('--role belongs to identity pin');
  const place = placeBelow(values.root);
  const client = clientMeant(values.client, place);
  const question = questionOf(resolve(values.project), client, place);
  const view = await (act === 'show' ? showIdentity(question) : pinned(question, values.role));
  if (values.json) sayJson(view);
  else printLines(identityLines(view, client.title, question.state.project));
  return view.standing.state === 'pinned' ? 0 : 1;
}

function pinned(question: IdentityQuestion, roles: readonly string[]) {
  makeStateFolder(question.state);
  const named = [...new Set(roles)];
  return pinIdentity({ ...question, roles: named, by: personName(), nowMs: Date.now() });
}

function questionOf(cwd: string, client: KnownClient, place: InitPlace): IdentityQuestion {
  if (!existsSync(cwd)) throw usage(`there is no folder ${cwd}`);
  const chosen = place.folderIn('TRIPWIRE_DIR');
  const state = findStateFolder(cwd, chosen === null ? {} : { TRIPWIRE_DIR: chosen });
  const { home, etc, folderIn } = place;
  return { client: client.id, state, place: { project: state.project, home, etc, folderIn } };
}

function clientMeant(name: string | undefined, place: InitPlace): KnownClient {
  if (name !== undefined) {
    const found = clientNamed(name);
    if (found !== null) return found;
    throw usage(
      `identity does not know the client ${JSON.stringify(name)} (clients: ${CLIENT_IDS})`,
    );
  }
  const here = CLIENTS.filter((client) => existsSync(clientFolder(client, place)));
  const [only] = here;
  if (only !== undefined && here.length === 1) return only;
  const why =
    only === undefined
      ? 'no coding agent has settings here'
      : `several coding agents have settings here (${here.map(({ id }) => id).join(', ')})`;
  throw usage(`${why}; name the one you mean, such as --client ${(only ?? CLIENTS[0])?.id}`);
}

function usage(message: string): TripwireError {
  return new TripwireError('USAGE', message);
}
