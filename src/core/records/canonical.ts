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
  switch (formOf(value)) {
    // Values that were built with their keys in order, as most of the core's are, need no second walk.
    case ORDERED:
      return JSON.stringify(value);
    case UNORDERED:
      return write(value);
    default:
      return refuseWithin(value, '');
  }
}

/** All keys are in canonical order already; some are not; something in it has no canonical form. */
const ORDERED = 0;
const UNORDERED = 1;
const REFUSED = 2;

/** The larger of the forms of its parts. It names nothing, because every record and decision passes here. */
function formOf(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return value.isWellFormed() ? ORDERED : REFUSED;
    case 'number':
      return numberProblem(value) === null ? ORDERED : REFUSED;
    case 'boolean':
      return ORDERED;
    case 'object':
      if (value === null) return ORDERED;
      return Array.isArray(value) ? formOfList(value) : formOfMembers(value);
    default:
      return REFUSED;
  }
}

function formOfList(list: readonly unknown[]): number {
  let form = ORDERED;
  // By index, so that a hole is seen.
  for (let index = 0; index < list.length; index += 1) form = Math.max(form, formOf(list[index]));
  return form;
}

function formOfMembers(value: object): number {
  if (!isPlain(value)) return REFUSED;
  let form = ORDERED;
  let previous = '';
  // What a plain object inherits is never enumerable, and a list of its keys would be made for every record.
  for (const key in value) {
    if (!key.isWellFormed()) return REFUSED;
    // Comparing with < orders by UTF-16 code units, as RFC 8785 asks.
    if (key < previous) form = Math.max(form, UNORDERED);
    previous = key;
    form = Math.max(form, formOf((value as Readonly<Record<string, unknown>>)[key]));
  }
  return form;
}

function numberProblem(value: number): string | null {
  if (!Number.isFinite(value)) return String(value);
  if (Object.is(value, -0)) return '-0';
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? 'an unsafe integer' : null;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Names the first part of a value that has no canonical form. */
function refuseWithin(value: unknown, path: string): never {
  if (typeof value === 'string') refuse(path, 'a string with a lone surrogate');
  if (typeof value === 'number') refuse(path, numberProblem(value) ?? '');
  if (typeof value !== 'object' || value === null) refuse(path, `a value of type ${typeof value}`);
  if (Array.isArray(value)) {
    const index = value.findIndex((one) => formOf(one) === REFUSED);
    return refuseWithin(value[index], `${path}[${index}]`);
  }
  if (!isPlain(value)) refuse(path, 'not a plain object');
  const members = value as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(members)) {
    if (!key.isWellFormed()) refuse(path, 'a key with a lone surrogate');
    const member = members[key];
    if (formOf(member) !== REFUSED) continue;
    return refuseWithin(member, typeof member === 'object' ? join(path, key) : key);
  }
  return refuse(path, 'without a canonical form');
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
