/**
 * What changed between two manifests, and which of it loosens a limit.
 *
 * A person may loosen what they like, and it is written down. An agent may not, and a change that happened
 * while one of its calls ran cannot be told from its own.
 */
import { MANIFEST_FIELDS, MANIFEST_NAMES, type Loosens, type Manifest } from './manifest.ts';
import { ROLES_BY_DEFAULT, type Roles } from './roles.ts';

/** One changed value. */
export interface ManifestEdit {
  readonly key: string;
  readonly from: unknown;
  readonly to: unknown;
  readonly loosens: boolean;
}

/** The values that differ. */
export function manifestEdits(before: Manifest, after: Manifest): readonly ManifestEdit[] {
  return MANIFEST_NAMES.flatMap((name) => {
    const [from, to] = [before[name], after[name]];
    if (JSON.stringify(from) === JSON.stringify(to)) return [];
    const { path, loosens } = MANIFEST_FIELDS[name];
    return [{ key: path.join('.'), from, to, loosens: isLooser(loosens, from, to) }];
  });
}

function isLooser(loosens: Loosens, from: unknown, to: unknown): boolean {
  switch (loosens) {
    case 'any':
      return true;
    case 'never':
      return false;
    case 'more':
      return hasMore(from, to);
    case 'fewer':
      return hasMore(to, from);
    case 'roles':
      return mayMore(from as Roles, to as Roles);
    case 'true':
      return to === true;
    case 'false':
      return to === false;
    case 'up':
      // Null stands for what is known of the model, so leaving it or coming to it may be either.
      return typeof from !== 'number' || typeof to !== 'number' || to > from;
    case 'down':
      return typeof from !== 'number' || typeof to !== 'number' || to < from;
  }
}

/** Whether the second list has something that the first has not. */
function hasMore(first: unknown, second: unknown): boolean {
  const known = new Set(first as readonly string[]);
  return (second as readonly string[]).some((one) => !known.has(one));
}

/** Whether some role may do more; one that is taken away is the built-in one of its name again, if there is such. */
function mayMore(from: Roles, to: Roles): boolean {
  const [before, after] = [from, to].map((own): Roles => ({ ...ROLES_BY_DEFAULT, ...own }));
  return Object.entries(after ?? {}).some(([role, may]) => hasMore(before?.[role] ?? [], may));
}
