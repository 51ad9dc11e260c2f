/**
 * Who calls: a name to record what is done under, and a role that says what may be done.
 */
import type { Access } from './endpoint.ts';
import { Problem } from './problem.ts';

/** What somebody may do: look; also stop and release; also hand out keys and tokens. */
export type Role = Exclude<Access, 'anyone'>;

/** Somebody who showed a token or has a session. */
export interface Caller {
  readonly name: string;
  readonly role: Role;
  /** Speaks for the owner of the data folder, so it may name the person it acts for. */
  readonly isOwner: boolean;
  /** The session of a browser; null for a bearer token. */
  readonly signIn: string | null;
}

const ranks: Readonly<Record<Role, number>> = { viewer: 1, operator: 2, admin: 3 };

/** Throws unless the caller's role reaches that far. */
export function requireRole({ name, role }: Caller, access: Role): void {
  if (ranks[role] >= ranks[access]) return;
  throw new Problem(
    'role-too-low',
    `${name} is signed in as ${role}, and this needs ${access}. Nothing was changed. Sign in with a token of that role.`,
  );
}

/** Under which name an act is recorded. */
export function authorOf(
  { name, isOwner, signIn }: Caller,
  { by }: { readonly by?: string },
): string {
  if (by === undefined) return asPerson(name);
  // The command line says for whom it acts; anybody else is recorded as who they are, whatever they say.
  return isOwner && signIn === null ? asPerson(by) : `${name} (${by})`;
}

/** What holds are raised by that no person raised. */
const SOURCES: ReadonlySet<string> = new Set(['loop', 'policy', 'detector']);

/** A person of such a name must not be taken for the thing. */
function asPerson(name: string): string {
  return SOURCES.has(name) ? `${name} (a person)` : name;
}
