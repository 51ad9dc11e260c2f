/**
 * What is wrong with the shape of one layer: unknown keys, missing ones, wrong values; all at once.
 *
 * zod finds the places. The words are ours: which key was probably meant, what was expected, what came.
 */
import type { z } from 'zod';
import type { JsonObject } from '../base/json-values.ts';
import { nearest } from '../base/suggestion.ts';
import { actualText, expectedText, wordMeant } from './expected-value.ts';
import { configJsonSchema, knownKeys, pathOfKey, shapeAt, type SchemaNode } from './json-schema.ts';
import { configSchema } from './schema/config.ts';
import { valueAt, type ValuePath } from './value-path.ts';

/** One thing that is wrong, before it is known on which line it stands. */
export interface PlacedProblem {
  readonly path: ValuePath;
  readonly message: string;
}

export function shapeProblems(values: JsonObject): PlacedProblem[] {
  const { error } = configSchema.safeParse(values);
  if (error === undefined) return [];
  const root = configJsonSchema();
  return error.issues.flatMap((issue) => problemsOf(issue, values, root));
}

function problemsOf(
  issue: z.core.$ZodIssue,
  values: JsonObject,
  root: SchemaNode,
): PlacedProblem[] {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: [...path, key],
      message: unknownKey(key, shapeAt(root, path), root),
    }));
  }
  if (issue.code === 'invalid_key') {
    return [{ path, message: issue.issues.map(({ message }) => message).join('; ') }];
  }
  return [{ path, message: wrongValue(issue, path, valueAt(values, path), root) }];
}

const SHOWN_KEYS_MAX = 20;

function unknownKey(key: string, parent: SchemaNode | undefined, root: SchemaNode): string {
  const known = parent === undefined ? [] : knownKeys(parent);
  const elsewhere = pathOfKey(root, key);
  const meant = nearest(key, known) ?? elsewhere;
  if (meant !== null) return `unknown key; did you mean ${meant}?`;
  return `unknown key; the keys here are ${known.slice(0, SHOWN_KEYS_MAX).join(', ')}`;
}

function wrongValue(
  issue: z.core.$ZodIssue,
  path: ValuePath,
  value: unknown,
  root: SchemaNode,
): string {
  const node = shapeAt(root, path) ?? {};
  if (value === undefined) return `is missing; write ${expectedText(node)} (${node.description})`;
  if (value === null) return `has no value; write ${expectedText(node)}, or remove the key`;
  // A rule that only words can tell brings them along.
  if (issue.code === 'invalid_format' || issue.code === 'custom') {
    return `${issue.message} (here: ${actualText(value, path)})`;
  }
  return `must be ${expectedText(node)}, not ${actualText(value, path)}${wordMeant(node, value)}`;
}
