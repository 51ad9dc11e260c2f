/**
 * The gate of a project that no server runs for: opened for one event, on the journal in the project's own folder.
 *
 * Whoever opens it holds the lock of that folder, so the files of the loop and the journal change together. SQLite
 * runs in this thread, because starting another takes longer than everything that is done here.
 */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { nameOf } from '../base/client-name.ts';
import type { Environment } from '../base/environment.ts';
import { EVERYBODY } from '../base/everybody.ts';
import { HOOK_DEADLINES_MS } from '../base/hook-deadlines.ts';
import { NO_LOG } from '../base/log.ts';
import { UnsafeFileError } from '../base/node/safe-file.ts';
import { defaultAgentOf, type ClientId } from '../clients/table.ts';
import type { GateRefusal } from '../core/index.ts';
import type { Gate } from '../gate/index.ts';
import type { GateOpener, HookGate } from '../hooks/index.ts';
import type { StateFolder } from '../loop/index.ts';
import { loadSqliteHere, openSqliteStoreHere } from '../store/index.ts';
import { keepHeldNote } from './held-note.ts';
import { openOwnedGate, type OwnedGate } from './open-gate.ts';
import { prepareSettings, type ProjectSettings, type SettingsIn } from './project-settings.ts';

/** The name of the journal in the project's folder. */
export const PROJECT_JOURNAL = 'journal.db';

/** Opens the gate; throws, with nothing left open, when it cannot. */
export async function openProjectGate(
  place: Pick<StateFolder, 'folder'>,
  env: Environment,
): Promise<OwnedGate> {
  return openIn(place.folder, await (await prepareSettings(env))(place.folder));
}

/** Opens gates for hooks. Preparing loads and reads all that is not the project's own. */
export function projectGates(env: Environment): GateOpener {
  let settings: Promise<SettingsIn> | null = null;
  const prepared = () => (settings ??= prepareSettings(env));
  return {
    prepare: async () => {
      await prepared();
      await loadSqliteHere();
    },
    open: async (place) => {
      const settingsIn = await prepared();
      const inForce = await settingsIn(place.folder);
      const { gate, close } = await openIn(place.folder, inForce);
      const { isShadow } = inForce;
      return { gate: { ...asHookGate(gate, place), isShadow, ...(await asking(inForce)) }, close };
    },
  };
}

/** Rules are loaded where a person wrote some: a hook starts before every tool call. */
async function asking(settings: ProjectSettings): Promise<Pick<HookGate, 'approvals'>> {
  const { approvals, isShadow } = settings;
  if (approvals.length === 0) return {};
  const { nobodyAsked } = await import('./approvals/nobody-asked.ts');
  return { approvals: nobodyAsked(approvals, isShadow) };
}

async function openIn(folder: string, settings: ProjectSettings): Promise<OwnedGate> {
  const file = join(folder, PROJECT_JOURNAL);
  requirePlainFiles(file);
  const store = await openSqliteStoreHere({ file, busyTimeoutMs: HOOK_DEADLINES_MS.journal });
  const { constitution, envelopeOf, apply } = settings;
  const owned = await openOwnedGate(
    store,
    {
      constitution,
      // Under the folder's lock a stop is recorded or refused; there is nothing in between to be marked.
      marksFolder: null,
      registration: 'open',
      envelopeOf,
      capture: 'none',
      forOneEvent: true,
    },
    (gate) => apply(gate, store),
  );
  const note = keepHeldNote(folder, owned.gate, { log: NO_LOG, fromStart: false });
  const close = async () => {
    await note.close();
    await owned.close();
  };
  return { gate: owned.gate, close };
}

/** The folder is the agent's: a person who releases there must not be led to another journal. SQLite follows links. */
function requirePlainFiles(journal: string): void {
  for (const ending of ['', '.lock']) {
    const file = `${journal}${ending}`;
    if (lstatSync(file, { throwIfNoEntry: false })?.isFile() === false) {
      throw new UnsafeFileError('not-a-file', `${file} must be a plain file, and is none`);
    }
  }
}

/** The gate as hooks ask it: what it refuses is lifted in the project, because no server knows of it. */
export function asHookGate(
  gate: Gate,
  { project }: Pick<StateFolder, 'project'>,
): Pick<
  Gate,
  'standing' | 'signal' | 'holds' | 'tool' | 'save' | 'steer' | 'withoutSecrets' | 'nextPrompt'
> {
  const here = (refusal: GateRefusal | null) =>
    refusal === null || refusal.temporary
      ? refusal
      : { ...refusal, remedy: `A person has to run: tripwire release --project ${project}` };
  return {
    standing: async (...address) => here(await gate.standing(...address)),
    tool: async (seen) => here(await gate.tool(seen)),
    save: async (asked) => here(await gate.save(asked)),
    steer: (place, way) => gate.steer(place, way),
    signal: (signal) => gate.signal(signal),
    nextPrompt: (agent, session) => gate.nextPrompt(agent, session),
    holds: (agent, session) => gate.holds(agent, session),
    withoutSecrets: (text) => gate.withoutSecrets(text),
  };
}

/** Under whose name the hooks of a client report. */
export function agentOf(client: ClientId, env: Environment): string {
  const named = env['TRIPWIRE_AGENT'] || defaultAgentOf(client);
  if (named !== EVERYBODY && nameOf(named) === named) return named;
  throw new Error(
    `TRIPWIRE_AGENT must be a plain name of 1 to 64 bytes, not ${JSON.stringify(named)}`,
  );
}
