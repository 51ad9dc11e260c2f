/**
 * Looks up what a name from outside stands for. A client may call a session `constructor`, and every plain object inherits
 * something of that name.
 */

/** The member of this very name; undefined for what is only inherited. */
export function ownMember<Member>(
  members: Readonly<Record<string, Member>>,
  name: string,
): Member | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}
