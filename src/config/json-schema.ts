/**
 * The shape of the file as a JSON Schema: for editors, for the documents and for finding the right key.
 */
import { z } from 'zod';
import { bareWord } from '../base/suggestion.ts';
import { configSchema } from './schema/config.ts';
import { pathText, type ValuePath } from './value-path.ts';

/** The part of JSON Schema that our shape uses. */
export interface SchemaNode {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly additionalProperties?: SchemaNode | boolean;
  readonly items?: SchemaNode;
}

/** The JSON Schema of `tripwire.yaml`. */
export function configJsonSchema(): SchemaNode {
  const { $schema, ...shape } = z.toJSONSchema(configSchema, { io: 'input' });
  return {
    $schema,
    title: 'tripwire.yaml',
    description: 'Configuration of Tripwire, the kill switch for LLM agents.',
    ...shape,
  } as SchemaNode;
}

/** The keys that a mapping of this shape may have, other than free names. */
export function knownKeys(node: SchemaNode): readonly string[] {
  return Object.keys(node.properties ?? {});
}

/** The shape of what stands under free names, if there is any. */
export function namedPart(node: SchemaNode): SchemaNode | undefined {
  return typeof node.additionalProperties === 'object' ? node.additionalProperties : undefined;
}

/** The shape of what stands at that path. */
export function shapeAt(root: SchemaNode, path: ValuePath): SchemaNode | undefined {
  return path.reduce<SchemaNode | undefined>((node, part) => {
    if (node === undefined || typeof part === 'number') return node?.items;
    const own = Object.hasOwn(node.properties ?? {}, part) ? node.properties?.[part] : undefined;
    return own ?? namedPart(node);
  }, root);
}

/** The shortest path of a key of that name anywhere in the file, or null. */
export function pathOfKey(root: SchemaNode, key: string): string | null {
  const found = keyPaths(root, []).filter(
    (path) => bareWord(String(path.at(-1))) === bareWord(key),
  );
  const shortest = found.toSorted((a, b) => a.length - b.length)[0];
  return shortest === undefined ? null : pathText(shortest);
}

function keyPaths(node: SchemaNode, path: ValuePath): ValuePath[] {
  const own = Object.entries(node.properties ?? {}).flatMap(([key, part]) => [
    [...path, key],
    ...keyPaths(part, [...path, key]),
  ]);
  const named = namedPart(node);
  return named === undefined ? own : [...own, ...keyPaths(named, [...path, '<name>'])];
}
