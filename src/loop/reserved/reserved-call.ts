/**
 * What a call does that may be reserved, and by which agent: for the shell, which knows the disk.
 *
 * Hooks run before every call, so everything costly waits: the shell reader is loaded only for a text with a telling
 * word in it, and the agent is measured only for a call that does something reserved.
 */
import { join, resolve } from 'node:path';
import { homeOf } from '../../base/node/data-folder.ts';
import type { ContextReading } from '../../clients/context-reading.ts';
import type { LoopEvent } from '../../clients/hook-event.ts';
import type { IdentityPlace } from '../../clients/identity-sources.ts';
import type { ClientId } from '../../clients/table.ts';
import type { CommandLine } from '../../shell/index.ts';
import type { LoopState } from '../files/loop-state.ts';
import { identityText } from '../identity/identity-file.ts';
import type { IdentityStanding } from '../identity/identity-standing.ts';
import { reservedAmong } from '../manifest/roles.ts';
import { currentBranch } from './current-branch.ts';
import { isTelling } from './telling-words.ts';
import { commandTexts } from './tool-call.ts';

/** What the rules are told of a call. */
export interface ReservedCall {
  /** Reserved actions, such as `push:main`. */
  readonly actions: readonly string[];
  /** Tripwire's commands that only a person may run. */
  readonly personsCommands: readonly string[];
  readonly standing: IdentityStanding;
}

/** What is known before the manifest is read. */
export interface LookedAt {
  readonly actions: readonly string[];
  readonly personsCommands: readonly string[];
  /** Measures the agent. */
  readonly measure: (pinned: string | null, model: string | null) => IdentityStanding;
}

/** Whose call it is. */
export interface Caller {
  /** Null when it is not known which client runs the agent. */
  readonly client: ClientId | null;
  readonly place: IdentityPlace;
  readonly stateFolder: string;
  /** Nothing of the project may be read, so the branch that it is on is not known. */
  readonly isProjectForeign: boolean;
}

/** Where the clients of this environment keep their settings. */
export function placeIn(project: string, env: NodeJS.ProcessEnv): IdentityPlace {
  const folderIn = (variable: string) => {
    const value = env[variable];
    return value ? resolve(value) : null;
  };
  return { project, home: homeOf(env), etc: '/etc', folderIn };
}

/** The file that keeps what was pinned, by part. */
export const IDENTITY_FILE = 'identity.json';

/** Whether something in a call has to be read to tell whether it is reserved. */
export function isTellingCall(event: LoopEvent): boolean {
  return tellingTexts(event).length > 0;
}

function tellingTexts(event: LoopEvent): readonly string[] {
  if (event.kind !== 'tool-before') return [];
  return [...new Set(commandTexts(event.args))].filter(isTelling);
}

/** Looks at a call; null when it is none, or nothing in it can be reserved. */
export async function lookAtCall(event: LoopEvent, caller: Caller): Promise<LookedAt | null> {
  const texts = tellingTexts(event);
  if (event.kind !== 'tool-before' || texts.length === 0) return null;
  const { readCommandLine } = await import('../../shell/index.ts');
  const { reservedActions } = await import('./reserved-actions.ts');
  const { personsCommands } = await import('./own-commands.ts');
  const lines: readonly CommandLine[] = texts.map(readCommandLine);
  const branchIn = caller.isProjectForeign ? () => null : currentBranch;
  const actions = lines.flatMap((line) => reservedActions(line, event.cwd, branchIn));
  const commands = lines.flatMap(personsCommands);
  if (actions.length === 0 && commands.length === 0) return null;
  return {
    actions: [...new Set(actions)],
    personsCommands: [...new Set(commands)],
    measure: await measurer(caller),
  };
}

/** The same against the manifest in force. */
export function reservedCall(
  looked: LookedAt | null,
  { manifest, sessions }: LoopState,
  session: string,
  usage: ContextReading | null,
): ReservedCall | null {
  if (looked === null) return null;
  const { personsCommands, measure } = looked;
  const actions = reservedAmong(looked.actions, manifest.reserved);
  if (actions.length === 0 && personsCommands.length === 0) return null;
  const model = usage?.model ?? sessions.find(({ id }) => id === session)?.model ?? null;
  const standing: IdentityStanding =
    actions.length === 0 ? { state: 'unpinned' } : measure(manifest.agentChecksum, model);
  return { actions, personsCommands, standing };
}

async function measurer({ client, place, stateFolder }: Caller): Promise<LookedAt['measure']> {
  const { identityMeasure } = await import('../identity/measure-identity.ts');
  const measure = client === null ? null : await identityMeasure(client);
  if (measure === null) {
    const why =
      client === null
        ? 'the hook does not say which client runs it'
        : `it is not known what makes up an agent of ${client}`;
    return (pinned) => (pinned === null ? { state: 'unpinned' } : { state: 'unknown', why });
  }
  const { identityStanding, keptHashes } = await import('../identity/identity-standing.ts');
  return (pinned, model) => {
    if (pinned === null) return { state: 'unpinned' };
    const kept = identityText(join(stateFolder, IDENTITY_FILE));
    const { parts } = measure(model, place);
    return identityStanding(parts, pinned, keptHashes('text' in kept ? kept.text : null));
  };
}
