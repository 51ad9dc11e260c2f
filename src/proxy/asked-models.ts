/**
 * Which models a request may lead to: the one that it asks, and those that it names besides.
 *
 * A provider goes by the path where that names a model, and by the body where it does not. What stands in a query decides
 * nothing. Routers take a list to fall back to, and one provider's deployments are models under names of their own.
 */
import { foldedKey } from '../base/json-keys.ts';
import { isObject, listOf, type JsonObject } from '../base/json-values.ts';
import { plainPath } from '../wire/index.ts';

/** What a request asks. */
export interface AskedModels {
  /** The one that it is counted as; null when it names none. */
  readonly model: string | null;
  /** Whatever else may answer it. */
  readonly others: readonly string[];
}

const IN_PATH = [
  /\/(?:models|tunedModels|endpoints)\/([^/:]+):\w+\/?$/i,
  /\/model\/([^/]+)\/(?:invoke|converse)(?:-[a-z-]+)?\/?$/i,
];
const DEPLOYMENT = /\/deployments\/([^/]+)\//i;
/** Where routers and gateways are told what to fall back to. */
const LISTS = new Set(['models', 'fallbacks', 'fallback_models', 'context_window_fallbacks']);
const DEPTH_MAX = 4;

/** The models of a request to a path, with these fields in its body. */
export function askedModels(path: string, body: JsonObject): AskedModels {
  const plain = plainPath(path);
  const [inPath] = IN_PATH.flatMap((pattern) => pattern.exec(plain)?.[1] ?? []);
  const said = typeof body['model'] === 'string' ? body['model'] : null;
  const deployment = DEPLOYMENT.exec(plain)?.[1];
  const lists = Object.keys(body).filter((key) => LISTS.has(foldedKey(key)));
  return {
    model: inPath ?? said,
    others: [
      ...(deployment === undefined ? [] : [deployment]),
      ...lists.flatMap((key) => namesIn(body[key], 0)),
    ],
  };
}

/** The names in a list, also where an entry says which model of which other it stands in for. */
function namesIn(value: unknown, depth: number): readonly string[] {
  if (typeof value === 'string') return [value];
  // A name that no pattern but `*` fits: what is not looked at is not allowed.
  if (depth > DEPTH_MAX) return [''];
  const inner = isObject(value) ? Object.values(value) : listOf(value);
  return inner.flatMap((one) => namesIn(one, depth + 1));
}
