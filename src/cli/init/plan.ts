/**
 * What `tripwire init` would change in the settings of a client. Nothing is written here.
 *
 * The text without our hooks is the middle of everything: it is what putting in starts from, what is kept as the copy,
 * and what taking out gives back. So running twice changes nothing, and an older entry is replaced, not doubled.
 */
import { join } from 'node:path';
import { clientFolder } from '../../clients/client-folder.ts';
import type { HookSettings, KeptHooks } from '../../clients/hook-settings.ts';
import { TripwireError } from '../../core/index.ts';
import { pluginText, wantedHooks, type InitClient } from './clients.ts';
import { copyOf, fileText, type FileChange } from './file.ts';
import type { HttpHooks } from './http.ts';
import { hasHooks, holdsHooks, withHooks, withoutHooks } from './json-hooks.ts';
import type { InitPlace } from './place.ts';

/** One client, the file that is about it, and what would change. */
export interface ClientPlan {
  readonly client: InitClient;
  readonly file: string;
  readonly changes: readonly FileChange[];
  /** The settings as they will be; null where nothing is installed. */
  readonly settings: string | null;
  readonly note: string | null;
}

/** What is to be done. */
interface Wish {
  readonly remove: boolean;
  readonly managed: boolean;
}

/** What the hooks reach. */
export interface HookTarget {
  /** What they run. */
  readonly program: string;
  /** Where they ask instead; null: they run the program. */
  readonly http: HttpHooks | null;
}

/** What would be done for one client. */
export function planOf(
  client: InitClient,
  { remove, managed }: Wish,
  place: InitPlace,
  target: HookTarget,
): ClientPlan {
  const own = join(clientFolder(client.client, place), client.settings.file);
  const file = managed ? managedFile(client, place) : own;
  if (remove) {
    const change = removeChange(client, file, target);
    return { client, file, changes: change === null ? [] : [change], settings: null, note: null };
  }
  if (!managed && isManagedAlready(client, place, target)) {
    const note = 'its managed settings hold the hooks already, so yours are left alone';
    return { client, file, changes: [], settings: null, note };
  }
  const change = installChange(client, file, target);
  // Installed twice they would run twice, and count everything twice.
  const twice = managed ? removeChange(client, own, target) : null;
  const changes = [change, twice].filter((one) => one !== null);
  return { client, file, changes, settings: change?.after ?? fileText(file), note: null };
}

function managedFile({ client, settings }: InitClient, { etc }: InitPlace): string {
  if (settings.managed !== null) return join(etc, settings.managed.file);
  throw new TripwireError(
    'USAGE',
    `${client.title} has no managed settings that were tried; leave --managed out`,
  );
}

function isManagedAlready(client: InitClient, place: InitPlace, target: HookTarget): boolean {
  if (client.settings.managed === null) return false;
  try {
    return removeChange(client, managedFile(client, place), target) !== null;
  } catch {
    // What cannot be read there holds no hooks that would run.
    return false;
  }
}

/** The change that puts the hooks in; null when they are there as they should be. */
function installChange(client: InitClient, file: string, target: HookTarget): FileChange | null {
  const kept = keptIn(client, file, target);
  return explained(file, () => {
    requireNotOff(client, file);
    const before = fileText(file);
    if (kept.isComplete(before)) return null;
    const bare = before === null ? null : kept.take(before, fileText(copyOf(file)));
    const after = kept.put(bare);
    return after === before ? null : { file, before, after, copy: bare };
  });
}

/** The change that takes the hooks out; null when there are none. */
function removeChange(client: InitClient, file: string, target: HookTarget): FileChange | null {
  const kept = keptIn(client, file, target);
  return explained(file, () => {
    const before = fileText(file);
    if (before === null || !kept.holds(before)) return null;
    return { file, before, after: kept.take(before, fileText(copyOf(file))), copy: null };
  });
}

function keptIn({ client, settings }: InitClient, file: string, target: HookTarget): KeptHooks {
  const { program, http } = target;
  if (settings.kind === 'plugin')
    return keptPlugin(client.id, pluginText(client.id, settings, program));
  const { managed } = settings;
  const rootFile = managedSettings(settings, file);
  const wanted = wantedHooks(client.id, settings, program, rootFile, http);
  if (rootFile !== null && managed?.keptIn !== undefined) {
    return managed.keptIn(wanted.groups, program);
  }
  return {
    holds: (text) => holdsHooks(text, wanted),
    isComplete: (text) => hasHooks(text, wanted),
    put: (bare) => withHooks(bare, wanted),
    take: (text, before) => withoutHooks(text, before, wanted),
  };
}

/** Root's file for the hooks in these settings; null where the settings are a person's. */
export function managedSettings({ managed }: HookSettings, file: string): string | null {
  if (managed === null || !file.endsWith(managed.file)) return null;
  return join(file.slice(0, -managed.file.length), 'tripwire', 'hooks.json');
}

/** A plugin is a whole file of ours; one of somebody else is left alone. */
function keptPlugin(id: string, text: string): KeptHooks {
  const isOurs = (there: string | null) => there?.includes(`hook ${id}`) === true;
  return {
    holds: isOurs,
    isComplete: (there) => there === text,
    put: (bare) => {
      if (bare === null) return text;
      throw new Error('it is not a plugin of Tripwire; move it away, then run this again');
    },
    take: (there) => (isOurs(there) ? null : there),
  };
}

/** Hooks that are switched off would be installed and never run. */
function requireNotOff({ settings }: InitClient, file: string): void {
  const why = settings.whyOff(file);
  if (why !== null) {
    throw new Error(`${why}, so the hooks would not run; take that out, then run this again`);
  }
}

/** Whatever is wrong with a file, its name is said, and that it was left alone. */
function explained<T>(file: string, plan: () => T): T {
  try {
    return plan();
  } catch (error) {
    if (!(error instanceof Error) || TripwireError.isInstance(error) || 'code' in error)
      throw error;
    throw new TripwireError(
      'USAGE',
      `${file} cannot be changed: ${error.message} (nothing was changed)`,
    );
  }
}
