/**
 * Every value in force with where it came from, for a person to look at.
 *
 * A setting that was silently not what one thought is how limits fail, so all of them can be shown.
 * Secrets are references and stay so.
 */
import { isObject } from '../base/json-values.ts';
import { camelName } from './camel-keys.ts';
import type { Config, Origin } from './config.ts';
import { configJsonSchema, knownKeys, namedPart, shapeAt, type SchemaNode } from './json-schema.ts';
import { pathText, type ValuePath } from './value-path.ts';

/** One value in force. */
export interface EffectiveValue {
  /** Path as in the file. */
  readonly path: string;
  /** Text, number or boolean; a list, or an empty mapping, as a whole. */
  readonly value: unknown;
  readonly from: Origin;
}

/** All values in force, in the order of the documents. */
export function effectiveConfig(config: Config): EffectiveValue[] {
  return leaves(configJsonSchema(), config, []).map(({ path, value }) => ({
    path: pathText(path),
    value,
    from: config.origins[pathText(path)] ?? 'default',
  }));
}

interface Leaf {
  readonly path: ValuePath;
  readonly value: unknown;
}

function leaves(node: SchemaNode, value: unknown, path: ValuePath): Leaf[] {
  if (value === undefined) return [];
  if (!isObject(value) || Object.keys(value).length === 0) return [{ path, value }];
  const known = knownKeys(node);
  const others = namedPart(node) === undefined ? [] : Object.keys(value);
  const names = others.filter((name) => !known.includes(name));
  return [
    ...known.map((key) => [key, camelName(key)] as const),
    ...names.map((name) => [name, name] as const),
  ].flatMap(([key, name]) => leaves(shapeAt(node, [key]) ?? {}, value[name], [...path, key]));
}
