/**
 * Reads single fields of a hook's payload, naming the one that is wrong.
 *
 * Unknown fields are ignored, because clients add some with every version. It is our own and imports nothing: this
 * runs before every tool call, and loading the core or a schema library would take longer than all the rest.
 */
import { isObject } from '../base/json-values.ts';

/** A payload whose fields have not been looked at. */
export type Payload = Readonly<Record<string, unknown>>;

/** Ids and names of tools. They are kept as keys, so they have a limit. */
const NAME_CHARS_MAX = 512;
const PATH_CHARS_MAX = 4_096;

/** A payload that cannot be read; whoever catches it refuses. */
export class PayloadError extends Error {
  override readonly name = 'PayloadError';
}

/** The value as an object, whose fields may be anything. */
export function requiredObject(value: unknown, where: string): Payload {
  if (isObject(value)) return value;
  throw new PayloadError(`${where} must be an object, not ${described(value)}`);
}

/** A required id or name. */
export function nameField(payload: Payload, field: string): string {
  return limited(required(payload, field), field, NAME_CHARS_MAX);
}

/** A required path. */
export function pathField(payload: Payload, field: string): string {
  return limited(required(payload, field), field, PATH_CHARS_MAX);
}

/** A required text of any length, also none. */
export function textField(payload: Payload, field: string): string {
  const value = payload[field];
  if (typeof value !== 'string') wrong(field, 'a string', value);
  return value;
}

/** An id, name or path that may be missing, null or empty: then null. */
export function optionalText(payload: Payload, field: string): string | null {
  const value = payload[field];
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string') wrong(field, 'a string', value);
  return limited(value, field, PATH_CHARS_MAX);
}

/** A required truth value. */
export function flagField(payload: Payload, field: string): boolean {
  const value = payload[field];
  if (typeof value !== 'boolean') wrong(field, 'true or false', value);
  return value;
}

/** A required value of any kind. */
export function presentField(payload: Payload, field: string): unknown {
  const value = payload[field];
  if (value === undefined) throw new PayloadError(`field ${field} is missing`);
  return value;
}

/** A value as it is shown in a message. */
export function described(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

function required(payload: Payload, field: string): string {
  const value = textField(payload, field);
  if (value === '') throw new PayloadError(`field ${field} must not be empty`);
  return value;
}

function limited(value: string, field: string, charsMax: number): string {
  if (value.length <= charsMax) return value;
  const limit = `at most ${charsMax} characters`;
  throw new PayloadError(`field ${field} must have ${limit}, not ${value.length}`);
}

function wrong(field: string, expected: string, value: unknown): never {
  if (value === undefined) throw new PayloadError(`field ${field} is missing`);
  throw new PayloadError(`field ${field} must be ${expected}, not ${described(value)}`);
}
