/**
 * Which actions are reserved, and which role may do which of them.
 *
 * Both are lists of patterns over the names of actions, in which `*` stands for any text; the manifest may replace them.
 */

/** A name in an action that cannot be known, such as the branch in `push:?`. */
export const UNKNOWN = '?';

/** Role to patterns of the actions it may do. */
export type Roles = Readonly<Record<string, readonly string[]>>;

/** What is reserved unless the manifest says otherwise. Pushes to other branches are ordinary work. */
export const RESERVED_BY_DEFAULT: readonly string[] = [
  'push:main',
  'push:master',
  'push:release/*',
  'force-push:*',
  'merge:*',
  'tag:*',
  'publish:*',
  'deploy:*',
];

/** Roles that are known without being written down. The manifest may replace each and add others. */
export const ROLES_BY_DEFAULT: Roles = {
  developer: ['push:*', 'merge:*'],
  tester: [],
  releaser: ['push:*', 'merge:*', 'tag:*', 'publish:*'],
  operator: ['deploy:*'],
};

/** The actions that are reserved. A name that cannot be known may be any, and a line that cannot be read do any. */
export function reservedAmong(
  actions: readonly string[],
  reserved: readonly string[],
): readonly string[] {
  return actions.filter((action) =>
    reserved.some((pattern) => {
      if (matches(action, pattern) || action.startsWith('unreadable:')) return true;
      const kind = action.slice(0, action.indexOf(':') + 1);
      return action === `${kind}${UNKNOWN}` && pattern.startsWith(kind);
    }),
  );
}

/** The actions that none of these roles may do. */
export function beyondRoles(
  actions: readonly string[],
  authorized: readonly string[],
  own: Roles,
): readonly string[] {
  const roles = new Map(Object.entries({ ...ROLES_BY_DEFAULT, ...own }));
  const allowed = authorized.flatMap((role) => roles.get(role) ?? []);
  return actions.filter((action) => !allowed.some((pattern) => matches(action, pattern)));
}

function matches(action: string, pattern: string): boolean {
  const [first = '', ...others] = pattern.split('*');
  if (others.length === 0) return action === pattern;
  if (!action.startsWith(first)) return false;
  // Each piece where it comes first; the last one at the end.
  let at = first.length;
  const last = others.pop() ?? '';
  for (const piece of others) {
    const found = action.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return action.length - last.length >= at && action.endsWith(last);
}
