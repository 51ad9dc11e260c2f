/**
 * What peers compare: a call as written, a call with its keys in order, a call with its outcome.
 */
import type { ToolEvent } from '../../../src/detect/index.ts';

const SEPARATOR = '\u0000';

/** Name and arguments in the order in which they were written. */
export function writtenCall({ tool, args }: ToolEvent): string {
  return tool + SEPARATOR + JSON.stringify(args);
}

/** Name and arguments with sorted keys. */
export function sortedCall({ tool, args }: ToolEvent): string {
  return tool + SEPARATOR + sortedJson(args);
}

/** The sorted call together with what came back, to the letter. */
export function callWithResult(call: ToolEvent): string {
  return sortedCall(call) + SEPARATOR + call.result;
}

/** JSON with the keys of every object in order. */
export function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}

/** The first of these arguments that is a text, or null. */
export function textArgument(args: unknown, names: readonly string[]): string | null {
  if (typeof args !== 'object' || args === null) return null;
  const fields = args as Readonly<Record<string, unknown>>;
  const found = names.map((name) => fields[name]).find((value) => typeof value === 'string');
  return found ?? null;
}
