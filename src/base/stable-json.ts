/**
 * One text for one value, whatever the order of its keys.
 *
 * Tool arguments come from models: the same call may be written with its keys in another order, or
 * as a string of JSON instead of an object. Unlike the digests' canonical form this one never
 * refuses; what cannot be written is left out.
 */
import { openedJson } from './json-text.ts';

/** Deeper values are cut: no tool takes them, and the work must be bounded. */
const DEPTH_MAX = 12;

/** The value with keys in order; strings of JSON objects and lists are opened first. */
export function stableJson(value: unknown): string {
  return write(openedJson(value), 0);
}

function write(value: unknown, depth: number): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (depth >= DEPTH_MAX) return '"…"';
  if (Array.isArray(value)) return `[${value.map((one) => write(one, depth + 1)).join(',')}]`;
  const members = value as Readonly<Record<string, unknown>>;
  const parts = Object.keys(members)
    .toSorted()
    .filter((key) => members[key] !== undefined)
    .map((key) => `${JSON.stringify(key)}:${write(members[key], depth + 1)}`);
  return `{${parts.join(',')}}`;
}
