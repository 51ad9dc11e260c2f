/**
 * Checks what came from outside against a schema; everything that is wrong is told at once, by name.
 */
import type { z } from 'zod';
import { Problem } from './problem.ts';

const SHOWN_LENGTH_MAX = 40;

/** The value in its shape. `known` are the names that may occur, told when another one does. */
export function checkedShape<Shape>(
  schema: z.ZodType<Shape>,
  value: unknown,
  known: readonly string[],
): Shape {
  const { data, error } = schema.safeParse(value);
  if (error === undefined) return data;
  const words = error.issues.map((issue) => problemText(issue, value, known));
  throw new Problem('bad-request', `${words.join('; ')}. Nothing was changed.`);
}

function problemText(issue: z.core.$ZodIssue, value: unknown, known: readonly string[]): string {
  const path = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.map((key) => JSON.stringify(shortened(key))).join(', ');
    const where = path === '' ? `known are ${known.join(', ')}` : `in ${path}`;
    return `${names} is not known (${where})`;
  }
  if (path === '') return `the body ${issue.message}`;
  const found = valueAt(value, issue.path);
  if (found === undefined) return `${path} is missing: it ${issue.message}`;
  return `${path} ${issue.message}, not ${shortened(JSON.stringify(found) ?? 'undefined')}`;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
        ? (inner as Readonly<Record<PropertyKey, unknown>>)[key]
        : undefined,
    value,
  );
}

function shortened(text: string): string {
  return text.length > SHOWN_LENGTH_MAX ? `${text.slice(0, SHOWN_LENGTH_MAX)}…` : text;
}
