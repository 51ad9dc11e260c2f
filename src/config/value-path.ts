/**
 * Where a value stands in the configuration, and the value that stands there.
 */
import { isObject, type JsonObject } from '../base/json-values.ts';

/** Keys and list positions from the top. */
export type ValuePath = readonly (string | number)[];

/** As a person would write it: `agents["my.agent"].kill_switch.exceptions[0].tool`. */
export function pathText(path: ValuePath): string {
  return path.map((part, index) => partText(part, index === 0)).join('');
}

function partText(part: string | number, first: boolean): string {
  if (typeof part === 'number') return `[${part}]`;
  if (!/^[\w<>-]+$/.test(part)) return `[${JSON.stringify(part)}]`;
  return first ? part : `.${part}`;
}

/** The value at that path, or undefined. */
export function valueAt(value: unknown, path: ValuePath): unknown {
  return path.reduce<unknown>((at, part) => {
    if (Array.isArray(at)) return at[Number(part)];
    return isObject(at) && Object.hasOwn(at, part) ? at[part] : undefined;
  }, value);
}

/** The paths of all scalars, lists and empty mappings. */
export function leafPaths(value: unknown, path: ValuePath = []): ValuePath[] {
  const entries = isObject(value) ? Object.entries(value) : [];
  if (entries.length === 0) return path.length === 0 ? [] : [path];
  return entries.flatMap(([key, part]) => leafPaths(part, [...path, key]));
}

/** One mapping laid over another: mappings are joined, anything else replaces what was there. */
export function laidOver(below: JsonObject, above: JsonObject): JsonObject {
  const joined = Object.entries(above).map(([key, part]): [string, unknown] => {
    const under = Object.hasOwn(below, key) ? below[key] : undefined;
    return [key, isObject(part) && isObject(under) ? laidOver(under, part) : part];
  });
  return Object.fromEntries([...Object.entries(below), ...joined]);
}
