/**
 * Which models a request may lead to: the one that it asks, and those that it names besides.
 *
 * A provider goes by the path where that names a model, and by the body where it does not. What stands in a query decides
 * nothing. Routers take a list to fall back to, batches and tools of the provider have models of their own, and one
 * provider's deployments are models under names of their own.
 */
import { foldedKey } from '../base/json-keys.ts';
import { isObject, listOf, type JsonObject } from '../base/json-values.ts';
import { plainPath } from '../wire/index.ts';

const IN_PATH = [
  /\/(?:models|tunedModels|endpoints)\/([^/:]+):\w+\/?$/i,
  /\/model\/([^/]+)\/(?:invoke|converse)(?:-[a-z-]+)?\/?$/i,
];
/** Names in a path that some servers go by and others do not. */
const ALSO_IN_PATH = [/\/(?:deployments|engines)\/([^/]+)\//i, /\/models\/([^:]+)$/i];
/** Where servers are told a model, or what to fall back to: `model`, `modelId`, `fallback_models`, `fallbacks`. */
const NAMING = /(?:models?(?:ids?|names?)?|fallbacks)$/;
/** What is said to a model, and what a tool takes: a `model` in there is anything, such as a car. */
const SAID = new Set(
  (
    'contents instructions messages metadata prompt system systeminstruction ' +
    '$defs definitions inputschema parameters properties schema'
  ).split(' '),
);
const DEPTH_MAX = 8;

/** The model that a request is counted as, by its path and the fields of its body; null when it names none. */
export function askedModel(path: string, body: JsonObject): string | null {
  const plain = plainPath(path);
  const [inPath] = IN_PATH.flatMap((pattern) => pattern.exec(plain)?.[1] ?? []);
  return inPath ?? (typeof body['model'] === 'string' ? body['model'] : null);
}

/** Whatever else may answer it. */
export function otherModels(path: string, body: JsonObject): readonly string[] {
  const plain = plainPath(path);
  const inPath = ALSO_IN_PATH.flatMap((pattern) => pattern.exec(plain)?.[1] ?? []);
  const { model: _, ...rest } = body;
  // Where the path names the model, one in the body is another.
  const inBody = typeof body['model'] === 'string' ? [body['model']] : [];
  return [...inPath, ...inBody, ...namedWithin(rest, 0)].map(withoutCollection);
}

/** One provider's models are in a collection of that name. */
function withoutCollection(name: string): string {
  return name.startsWith('models/') ? name.slice('models/'.length) : name;
}

/** The models that the fields of an object name, at any depth. */
function namedWithin(value: unknown, depth: number): readonly string[] {
  if (!isObject(value) && !Array.isArray(value)) return [];
  // A name that no pattern but `*` fits: what is not looked at is not allowed.
  if (depth > DEPTH_MAX) return [''];
  if (!isObject(value)) return listOf(value).flatMap((one) => namedWithin(one, depth + 1));
  return Object.entries(value).flatMap(([key, inner]) => {
    const plain = foldedKey(key).replaceAll(/[\s_-]/g, '');
    if (NAMING.test(plain)) return namesIn(inner, depth + 1);
    // A list of what is said is no field of the request; an object in its place may be one.
    const isSaid = SAID.has(plain) || (plain === 'input' && !isObject(inner));
    return isSaid ? [] : namedWithin(inner, depth + 1);
  });
}

/** The names in a list, also where an entry says which model of which other it stands in for. */
function namesIn(value: unknown, depth: number): readonly string[] {
  if (typeof value === 'string') return [value];
  if (depth > DEPTH_MAX) return [''];
  const inner = isObject(value) ? Object.values(value) : listOf(value);
  return inner.flatMap((one) => namesIn(one, depth + 1));
}
