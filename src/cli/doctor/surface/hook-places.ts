/**
 * The hooks of coding agents as they are installed: in which file, whose it is, what they start, and whether this user
 * could change any of it.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { errorWords } from '../../../base/error-words.ts';
import { clientFolder } from '../../../clients/client-folder.ts';
import { installedClient } from '../../../clients/installed.ts';
import { initClients, type InitClient } from '../../init/clients.ts';
import { fileText } from '../../init/file.ts';
import { OWN_PROGRAM } from '../../init/own-program.ts';
import { placeBelow, type InitPlace } from '../../init/place.ts';
import { planOf } from '../../init/plan.ts';
import { reachOf, type Reach } from './reach.ts';

/** The hooks of one client in one file. */
export interface HookPlace {
  readonly client: string;
  readonly title: string;
  /** `managed`: settings of root. `own`: settings in this home. `none`: the client is here, and has no hooks. */
  readonly kind: 'managed' | 'own' | 'none';
  /** The settings that hold them, or would. */
  readonly file: Reach;
  /** What they start; null where they ask a server, or where there are none. */
  readonly program: Reach | null;
  /** Why they would not run, though they are installed; null where nothing is known against it. */
  readonly off: string | null;
  /** Root's settings could hold them. */
  readonly can_be_managed: boolean;
}

/** Every client that is here or has hooks left here. */
export async function hookPlaces(): Promise<readonly HookPlace[]> {
  const place = placeBelow(undefined);
  const clients = await initClients();
  return clients.flatMap((client) => placesOf(client, place));
}

function placesOf(client: InitClient, place: InitPlace): readonly HookPlace[] {
  const { settings } = client;
  const held = [
    ...(settings.managed === null ? [] : [placeIn(client, place, 'managed')]),
    placeIn(client, place, 'own'),
  ].filter((one) => one !== null);
  if (held.length > 0 || !isHere(client, place)) return held;
  const file = join(clientFolder(client.client, place), settings.file);
  return [{ ...namesOf(client), kind: 'none', file: reachOf(file), program: null, off: null }];
}

/** The hooks in one of the two files; null where there are none. */
function placeIn(client: InitClient, place: InitPlace, kind: 'managed' | 'own'): HookPlace | null {
  const wish = { remove: true, managed: kind === 'managed' };
  const names = namesOf(client);
  try {
    // What taking them out would change tells that they are there.
    const plan = planOf(client, wish, place, { program: OWN_PROGRAM, http: null });
    if (plan.changes.length === 0) return null;
    const program = programIn(fileText(plan.file) ?? '');
    return {
      ...names,
      kind,
      file: reachOf(plan.file),
      program: program === null ? null : reachOf(program),
      off: offReason(client, plan.file, program),
    };
  } catch (error) {
    if (kind === 'managed') return null;
    const file = reachOf(join(clientFolder(client.client, place), client.settings.file));
    return { ...names, kind: 'none', file, program: null, off: errorWords(error) };
  }
}

function offReason({ settings }: InitClient, file: string, program: string | null): string | null {
  const why = settings.whyOff(file);
  if (why !== null) return why;
  return program === null || existsSync(program) ? null : `${program} is not there`;
}

/** The launcher that the hooks name, as it stands between quotes in settings and plugins. */
function programIn(text: string): string | null {
  return /'(\/[^'"]*\/tripwire)'\s+hook\b/.exec(text)?.[1] ?? null;
}

function isHere({ client }: InitClient, place: InitPlace): boolean {
  return installedClient(client.program, client.npmPackage, { PATH: place.path }) !== null;
}

function namesOf({ client, settings }: InitClient) {
  return { client: client.id, title: client.title, can_be_managed: settings.managed !== null };
}
