/**
 * Shows the identity of a project's agent, and pins it: a person's act, by which the agent as it is configured now
 * becomes the one that may do what is reserved.
 *
 * What measures it is loaded only here, because the loop's door is opened by every hook.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { IdentityPlace } from '../../clients/identity-sources.ts';
import type { ClientId } from '../../clients/table.ts';
import { withLock } from '../files/file-lock.ts';
import { readLoopFiles, writeLoopFiles, type LoopFiles } from '../files/loop-files.ts';
import { LOCK_FILE, type StateFolder } from '../files/state-folder.ts';
import { LoopError } from '../loop-error.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { reconcileManifest } from '../manifest/reconcile-manifest.ts';
import { ROLES_BY_DEFAULT } from '../manifest/roles.ts';
import { IDENTITY_FILE } from '../reserved/reserved-call.ts';
import type { PartHashes } from './identity-checksum.ts';
import { identityText } from './identity-file.ts';
import type { IdentityStanding } from './identity-standing.ts';
import type { IdentityEntry } from './measure-identity.ts';

/** Whose identity. */
export interface IdentityQuestion {
  readonly client: ClientId;
  readonly state: StateFolder;
  readonly place: IdentityPlace;
}

/** An agent as it is, and how that stands towards what is pinned. */
export interface IdentityView {
  readonly client: ClientId;
  /** The model that was last seen at work here; null when none was. */
  readonly model: string | null;
  readonly checksum: string;
  readonly parts: PartHashes;
  readonly entries: readonly IdentityEntry[];
  readonly standing: IdentityStanding;
  readonly workflowBinding: string | null;
  readonly roles: readonly string[];
  /** The roles with what each may do; null for one that nobody described. */
  readonly mayDo: Readonly<Record<string, readonly string[] | null>>;
  readonly reserved: readonly string[];
}

/** A pin, and who sets it. */
export interface IdentityPin extends IdentityQuestion {
  /** Empty: as they are. */
  readonly roles: readonly string[];
  readonly by: string;
  readonly nowMs: number;
}

/** Shows the identity. */
export async function showIdentity({
  client,
  state,
  place,
}: IdentityQuestion): Promise<IdentityView> {
  const { view } = await measuring(client);
  const files = readLoopFiles(state.folder);
  const { manifest } = await reconcileManifest(files.manifestText, files.lastWritten, false);
  return view({ client, state, place }, files, manifest);
}

/** Pins the agent; throws, and changes nothing, when something of it cannot be read. */
export async function pinIdentity(pin: IdentityPin): Promise<IdentityView> {
  const { state, roles, by, nowMs } = pin;
  const { view } = await measuring(pin.client);
  const { writeManifest } = await import('../manifest/write-manifest.ts');
  return withLock(join(state.folder, LOCK_FILE), async () => {
    const files = readLoopFiles(state.folder);
    const inForce = await reconcileManifest(files.manifestText, files.lastWritten, false);
    if (inForce.problem !== null) {
      throw cannotPin(`MANIFEST.yaml cannot be used: ${inForce.problem}; correct it first`);
    }
    const before = view(pin, files, inForce.manifest);
    const unread = before.entries.find(({ problem }) => problem !== null);
    if (unread !== undefined) {
      throw cannotPin(
        `${unread.name} cannot be read (${unread.problem}); nobody knows what it says`,
      );
    }
    const manifest: Manifest = {
      ...inForce.manifest,
      agentChecksum: before.checksum,
      workflowBinding: inForce.manifest.workflowBinding ?? randomUUID(),
      authorizedRoles: roles.length === 0 ? inForce.manifest.authorizedRoles : roles,
    };
    requireKnownRoles(manifest);
    const manifestText = writeManifest(inForce.text, manifest, PINNED);
    writeLoopFiles(state.folder, files, {
      files: [{ name: IDENTITY_FILE, text: kept(before, by, nowMs) }],
      log: [
        {
          timestamp: new Date(nowMs).toISOString(),
          type: 'MANUAL_OVERRIDE',
          details: { identity: before.checksum, roles: manifest.authorizedRoles, by },
          action_taken: 'applied',
        },
      ],
      remembered: files.remembered,
      recorded: files.recorded,
      manifestText,
      manifestOnDisk: manifestText,
    });
    return view(pin, readLoopFiles(state.folder), manifest);
  });
}

const PINNED = ['agentChecksum', 'workflowBinding', 'authorizedRoles'] as const;

function kept({ client, model, parts }: IdentityView, by: string, nowMs: number): string {
  const pinnedAt = new Date(nowMs).toISOString();
  return `${JSON.stringify({ v: 1, client, model, pinned_at: pinnedAt, pinned_by: by, parts }, null, 2)}\n`;
}

function requireKnownRoles({ authorizedRoles, roles }: Manifest): void {
  const known = Object.keys({ ...ROLES_BY_DEFAULT, ...roles });
  const strange = authorizedRoles.find((role) => !known.includes(role));
  if (strange === undefined) return;
  throw cannotPin(
    `nobody says what the role ${strange} may do (known: ${known.join(', ')}); describe it under roles: in MANIFEST.yaml`,
  );
}

/** The part that needs the core, loaded when it is needed. */
async function measuring(of: ClientId) {
  const { identityMeasure } = await import('./measure-identity.ts');
  const measure = await identityMeasure(of);
  if (measure === null) throw cannotPin(`it is not known what makes up an agent of ${of}`);
  const { checksumOfHashes, partHashes } = await import('./identity-checksum.ts');
  const { identityStanding, keptHashes } = await import('./identity-standing.ts');
  const view = (
    { client, state, place }: IdentityQuestion,
    { remembered }: LoopFiles,
    manifest: Manifest,
  ): IdentityView => {
    const model = remembered.sessions.findLast((session) => session.model !== null)?.model ?? null;
    const { parts: measured, entries } = measure(model, place);
    const pinned = identityText(join(state.folder, IDENTITY_FILE));
    const parts = partHashes(measured);
    const roles = { ...ROLES_BY_DEFAULT, ...manifest.roles };
    return {
      client,
      model,
      checksum: checksumOfHashes(parts),
      parts,
      entries,
      standing: identityStanding(
        measured,
        manifest.agentChecksum,
        keptHashes('text' in pinned ? pinned.text : null),
      ),
      workflowBinding: manifest.workflowBinding,
      roles: manifest.authorizedRoles,
      mayDo: Object.fromEntries(
        manifest.authorizedRoles.map((role) => [
          role,
          Object.hasOwn(roles, role) ? (roles[role] ?? []) : null,
        ]),
      ),
      reserved: manifest.reserved,
    };
  };
  return { view };
}

function cannotPin(why: string): LoopError {
  return new LoopError('CANNOT_PIN', `${why}; nothing was changed`);
}
