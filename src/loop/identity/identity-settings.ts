/**
 * What the settings of a client say about the agent, sorted into the parts of its identity.
 *
 * Secrets are left out, so that a new key is no drift; their names stay. So are keys that say nothing about the agent.
 * JSON that cannot be read as such, because it has comments or is broken, counts as a whole.
 */
import { fieldsOf, objectOrNull, type JsonObject } from '../../base/json-values.ts';
import type { IdentityPart } from '../../clients/identity-part.ts';
import type { PickedValue } from '../../clients/identity-sources.ts';
import { canonicalJson } from '../../core/index.ts';
import { sha256 } from './identity-checksum.ts';

export type PartValues = Readonly<Partial<Record<IdentityPart, unknown>>>;

type Keys = Readonly<Record<string, IdentityPart | null>>;

const SECRET =
  /(?:key|token|secret|password|passwd|credentials?|authorization|cookie|(?:^|_)pat)$/i;
/** Whatever stands in these, below the top, is given to a server and often secret. */
const GIVEN_ALONG = /^(?:env|environment|headers|http_headers)$/i;
const HIDDEN = 'hidden';

/** Sorts the keys of a JSON file. */
export function jsonParts(text: string, keys: Keys): PartValues {
  const value = canonicalObject(text);
  if (value === null) return { settings: { whole: sha256(text) } };
  const parts: Partial<Record<IdentityPart, Record<string, unknown>>> = {};
  for (const [key, one] of Object.entries(value)) {
    const part = Object.hasOwn(keys, key) ? keys[key] : 'settings';
    if (part === null || part === undefined) continue;
    parts[part] = { ...parts[part], [key]: withoutSecrets(one, key, false) };
  }
  return parts;
}

/** Takes some values of a JSON file, those that are there and not empty. */
export function pickedParts(
  text: string,
  picked: readonly PickedValue[],
  ifUnreadable: IdentityPart,
  project: string,
): PartValues {
  const value = canonicalObject(text);
  if (value === null) return { [ifUnreadable]: { whole: sha256(text) } };
  const parts: Partial<Record<IdentityPart, Record<string, unknown>>> = {};
  for (const { part, as, path } of picked) {
    const one = path(project).reduce<unknown>((at, name) => fieldsOf(at)[name], value);
    if (typeof one !== 'object' || one === null || Object.keys(one).length === 0) continue;
    parts[part] = { ...parts[part], [as]: withoutSecrets(one, as, false) };
  }
  return parts;
}

/** An object that has a canonical form; null for everything else. */
function canonicalObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    canonicalJson(value);
    return objectOrNull(value);
  } catch {
    return null;
  }
}

function withoutSecrets(value: unknown, key: string, isGivenAlong: boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutSecrets(one, key, isGivenAlong));
  if (typeof value !== 'object' || value === null) {
    return isGivenAlong || (typeof value === 'string' && SECRET.test(key)) ? HIDDEN : value;
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      withoutSecrets(one, name, isGivenAlong || GIVEN_ALONG.test(name)),
    ]),
  );
}
