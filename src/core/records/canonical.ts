/**
 * Canonical JSON (RFC 8785): one value, one sequence of bytes.
 *
 * Digests are only comparable when everybody writes the same value the same way. What has no
 * faithful form (undefined, NaN, -0, unsafe integers, lone surrogates, class instances) is refused
 * instead of being dropped or rounded, because a digest must never cover less than it seems to.
 */
import { TripwireError } from '../errors.ts';

/** Canonical JSON text of a plain value; throws `VALUE_NOT_CANONICAL` naming the field. */
export function canonicalJson(value: unknown): string {
  // Values that were built with their keys in order, as most of the core's are, need no second walk.
  return inspect(value, '') ? JSON.stringify(value) : write(value);
}

/** Checks a value and tells whether all its keys are already in canonical order. */
function inspect(value: unknown, path: string): boolean {
  switch (typeof value) {
    case 'string':
      if (!value.isWellFormed()) refuse(path, 'a string with a lone surrogate');
      return true;
    case 'number':
      checkNumber(value, path);
      return true;
    case 'boolean':
      return true;
    case 'object':
      return value === null || inspectContainer(value, path);
    default:
      return refuse(path, `a value of type ${typeof value}`);
  }
}

function checkNumber(value: number, path: string): void {
  if (!Number.isFinite(value)) refuse(path, String(value));
  if (Object.is(value, -0)) refuse(path, '-0');
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) refuse(path, 'an unsafe integer');
}

function inspectContainer(value: object, path: string): boolean {
  let ordered = true;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      if (!inspect(value[index], `${path}[${index}]`)) ordered = false;
    }
    return ordered;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) refuse(path, 'not a plain object');
  let previous: string | null = null;
  for (const key of Object.keys(value)) {
    if (!key.isWellFormed()) refuse(path, 'a key with a lone surrogate');
    // Comparing with < orders by UTF-16 code units, as RFC 8785 asks.
    if (previous !== null && key < previous) ordered = false;
    previous = key;
    const member = (value as Readonly<Record<string, unknown>>)[key];
    // The path is only built into a string for containers and failures: this is the hot path.
    if (!inspect(member, typeof member === 'object' ? join(path, key) : key)) ordered = false;
  }
  return ordered;
}

/** Most parts of a value are in order even where the whole is not: those are written at native speed. */
function write(value: unknown): string {
  if (isOrdered(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`;
  const members = value as Readonly<Record<string, unknown>>;
  const parts = Object.keys(members)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${write(members[key])}`);
  return `{${parts.join(',')}}`;
}

/** Whether all keys of a value that was inspected are in canonical order. */
function isOrdered(value: unknown): boolean {
  if (value === null || typeof value !== 'object') return true;
  if (Array.isArray(value)) return value.every(isOrdered);
  let previous: string | null = null;
  for (const key of Object.keys(value)) {
    if (previous !== null && key < previous) return false;
    previous = key;
    if (!isOrdered((value as Readonly<Record<string, unknown>>)[key])) return false;
  }
  return true;
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

function refuse(path: string, what: string): never {
  const where = path === '' ? 'the value' : `field ${path}`;
  throw new TripwireError('VALUE_NOT_CANONICAL', `${where} is ${what}`, path === '' ? null : path);
}
