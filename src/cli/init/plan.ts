/**
 * What `tripwire init` would change in the settings of a client. Nothing is written here.
 *
 * The text without our hooks is the middle of everything: it is what putting in starts from, what is kept as the copy,
 * and what taking out gives back. So running twice changes nothing, and an older entry is replaced, not doubled.
 */
import { dirname, join } from 'node:path';
import type { HookClient } from '../../clients/hook-client.ts';
import { openCodePlugin } from '../../clients/opencode/plugin.ts';
import { readSettings, valueAt } from '../../clients/settings-file.ts';
import { TripwireError } from '../../core/index.ts';
import { shellQuoted, wantedHooks, type InitClient } from './clients.ts';
import { copyOf, fileText, type FileChange } from './file.ts';
import type { HttpHooks } from './http.ts';
import { hasHooks, holdsHooks, withHooks, withoutHooks } from './json-hooks.ts';
import type { InitPlace } from './place.ts';
import { holdsBlock, withBlock, withoutBlock } from './toml-block.ts';

/** The feature switched off in Codex's settings, in either of its spellings. */
const FEATURE_OFF =
  /^\s*(?:\[\s*features\s*\](?:(?!^\s*\[)[\s\S])*?^\s*|features\s*\.\s*)(?:codex_)?hooks\s*=\s*false/m;

/** How the hooks of a client stand in one file. */
interface Kept {
  readonly holds: (text: string | null) => boolean;
  readonly isComplete: (text: string | null) => boolean;
  readonly put: (bare: string | null) => string;
  readonly take: (text: string, before: string | null) => string | null;
}

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
  const own = join(client.folder(place), client.settings);
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

function managedFile({ managed, title }: InitClient, { etc }: InitPlace): string {
  if (managed !== null) return join(etc, managed);
  throw new TripwireError(
    'USAGE',
    `${title} has no managed settings that were tried; leave --managed out`,
  );
}

function isManagedAlready(client: InitClient, place: InitPlace, target: HookTarget): boolean {
  if (client.managed === null) return false;
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

function keptIn({ hookName }: InitClient, file: string, { program, http }: HookTarget): Kept {
  if (hookName === 'opencode') return plugin(openCodePlugin(shellQuoted(program)));
  const isToml = file.endsWith('.toml');
  const isManaged = isToml || file.endsWith('managed-settings.json');
  const wanted = wantedHooks(hookName, program, isManaged, http);
  if (isToml) {
    const block = { groups: wanted.groups, managedFolder: dirname(program) };
    return {
      holds: holdsBlock,
      isComplete: (text) =>
        text !== null && holdsBlock(text) && withBlock(withoutBlock(text, null), block) === text,
      put: (bare) => withBlock(bare, block),
      take: withoutBlock,
    };
  }
  return {
    holds: (text) => holdsHooks(text, wanted),
    isComplete: (text) => hasHooks(text, wanted),
    put: (bare) => withHooks(bare, wanted),
    take: (text, before) => withoutHooks(text, before, wanted),
  };
}

/** A plugin is a whole file of ours; one of somebody else is left alone. */
function plugin(text: string): Kept {
  const isOurs = (there: string | null) => there?.includes('hook opencode') === true;
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
function requireNotOff({ hookName }: InitClient, file: string): void {
  const { value } = readSettings(file, file);
  const disabled = valueAt(value, 'hooksConfig', 'disabled');
  const isOff: Readonly<Record<HookClient, string | null>> = {
    'claude-code':
      valueAt(value, 'disableAllHooks') === true ? 'it says disableAllHooks: true' : null,
    // Managed settings switch the feature on whatever this file says.
    codex:
      !file.endsWith('.toml') &&
      FEATURE_OFF.test(fileText(join(dirname(file), 'config.toml')) ?? '')
        ? 'config.toml beside it says features.hooks = false'
        : null,
    'gemini-cli':
      Array.isArray(disabled) && disabled.includes('tripwire')
        ? 'hooksConfig.disabled names tripwire'
        : null,
    opencode: null,
  };
  const why = isOff[hookName];
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
