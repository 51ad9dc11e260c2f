/**
 * Checks outside data against a table of fields, naming the field that is wrong.
 *
 * One small checker serves records and constitutions. It is our own because the core is imported by
 * hooks that must start within milliseconds, and the usual schema library alone costs more.
 */
import { encodedBytes } from '../../base/clip-text.ts';
import { fieldsOf, isObject, type JsonObject } from '../../base/json-values.ts';
import { TripwireError } from '../errors.ts';
import type { ReasonCode } from '../reasons.ts';

/** What one field must look like. Fields are required unless marked optional. */
export type Field =
  | { readonly kind: 'integer' | 'decimal'; readonly min: number; readonly max: number }
  | { readonly kind: 'number'; readonly min: number; readonly max: number }
  | { readonly kind: 'text'; readonly min: number; readonly max: number }
  | { readonly kind: 'name'; readonly max: number }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'choice'; readonly of: readonly string[] }
  | { readonly kind: 'list'; readonly equals: readonly string[] }
  | { readonly kind: 'many'; readonly of: Field; readonly max: number }
  | { readonly kind: 'variant'; readonly by: string; readonly of: Readonly<Record<string, Fields>> }
  | { readonly kind: 'object'; readonly fields: Fields }
  | { readonly kind: 'nullable'; readonly field: Field };

/** The fields an object may have. */
export type Fields = Readonly<Record<string, { readonly optional?: true } & Field>>;

/** Under which code a check complains, and where: a chain of keys, because few of them are ever told. */
interface Context {
  readonly code: ReasonCode;
  readonly within: Context | null;
  readonly key: string | number;
}

/** Throws under this code unless `value` is a plain object with exactly the given fields. */
export function checkShape(value: unknown, fields: Fields, code: ReasonCode): void {
  checkFields(value, fields, { code, within: null, key: '' });
}

function checkFields(value: unknown, fields: Fields, context: Context): void {
  if (!isObject(value)) {
    fail(context, `must be an object, not ${describe(value)}`);
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) fail(context, 'must be a plain object');
  let present = 0;
  for (const key in fields) {
    const field = fields[key];
    // No field has a name that plain objects inherit, so a bare look-up finds own members only.
    const member = value[key];
    if (field === undefined) continue;
    if (member !== undefined) {
      present += 1;
      checkField(member, field, context, key);
    } else if (field.optional !== true) {
      fail(at(context, key), 'is missing');
    }
  }
  let members = 0;
  // What a plain object inherits is never enumerable.
  for (const _ in value) members += 1;
  if (members !== present) refuseStranger(value, fields, context);
}

/** Names the member that is there but should not be. */
function refuseStranger(members: JsonObject, fields: Fields, context: Context): void {
  for (const key of Object.keys(members)) {
    if (!Object.hasOwn(fields, key)) {
      fail(at(context, key), `is not a known field (known: ${Object.keys(fields).join(', ')})`);
    }
    if (members[key] === undefined) fail(at(context, key), 'is missing: it is undefined');
  }
}

function checkField(value: unknown, field: Field, context: Context, key: string | number): void {
  switch (field.kind) {
    case 'integer':
    case 'decimal':
    case 'number':
      return checkNumber(value, field, context, key);
    case 'text':
    case 'name':
      return checkText(value, field, context, key);
    case 'boolean':
      if (typeof value !== 'boolean') fail(at(context, key), `must be true or false`);
      return;
    case 'choice':
      if (typeof value !== 'string' || !field.of.includes(value)) {
        fail(at(context, key), `must be one of ${field.of.join(', ')}, not ${describe(value)}`);
      }
      return;
    case 'list':
      if (!Array.isArray(value) || JSON.stringify(value) !== JSON.stringify(field.equals)) {
        fail(at(context, key), `must be exactly [${field.equals.join(', ')}]`);
      }
      return;
    case 'many':
      return checkMany(value, field, context, key);
    case 'variant':
      return checkVariant(value, field, at(context, key));
    case 'object':
      return checkFields(value, field.fields, at(context, key));
    case 'nullable':
      if (value !== null) checkField(value, field.field, context, key);
  }
}

type ManyField = Extract<Field, { kind: 'many' }>;

function checkMany(value: unknown, field: ManyField, context: Context, key: string | number): void {
  const list = at(context, key);
  if (!Array.isArray(value)) fail(list, `must be a list, not ${describe(value)}`);
  if (value.length > field.max) {
    fail(list, `must have at most ${field.max} entries, not ${value.length}`);
  }
  // By index, so that a hole is looked at and refused like any other entry.
  for (let index = 0; index < value.length; index += 1) {
    checkField(value[index], field.of, list, index);
  }
}

type VariantField = Extract<Field, { kind: 'variant' }>;

function checkVariant(value: unknown, field: VariantField, context: Context): void {
  const which = fieldsOf(value)[field.by];
  if (typeof which !== 'string' || !Object.hasOwn(field.of, which)) {
    fail(at(context, field.by), `must be one of ${Object.keys(field.of).join(', ')}`);
  }
  checkFields(value, field.of[which] ?? {}, context);
}

type NumberField = Extract<Field, { kind: 'integer' | 'decimal' | 'number' }>;

function checkNumber(
  value: unknown,
  field: NumberField,
  context: Context,
  key: string | number,
): void {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    fail(at(context, key), `must be a number, not ${describe(value)}`);
  }
  if (Object.is(value, -0)) fail(at(context, key), 'must not be -0');
  if (field.kind === 'integer' && !Number.isSafeInteger(value)) {
    fail(at(context, key), `must be a whole number, not ${value}`);
  }
  if (field.kind === 'decimal' && Number(value.toFixed(4)) !== value) {
    fail(at(context, key), `must have at most four decimal digits, not ${value}`);
  }
  if (value < field.min || value > field.max) {
    fail(at(context, key), `must be from ${field.min} to ${field.max}, not ${value}`);
  }
}

/** ASCII that JSON writes as it is. */
const PLAIN = /^[ !#-[\]-~]*$/;

type TextField = Extract<Field, { kind: 'text' | 'name' }>;

function checkText(value: unknown, field: TextField, context: Context, key: string | number): void {
  if (typeof value !== 'string') {
    fail(at(context, key), `must be a string, not ${describe(value)}`);
  }
  const min = field.kind === 'text' ? field.min : 1;
  if (value.length < min || value.length > field.max) {
    const range = `from ${min} to ${field.max} characters long`;
    fail(at(context, key), `must be ${range}, not ${value.length}`);
  }
  // Nearly every text is one of these, and then nothing of what follows can be wrong.
  if (PLAIN.test(value)) return;
  if (!value.isWellFormed()) fail(at(context, key), 'must not contain lone surrogates');
  // Names are kept in state, whose size is bounded in bytes; no character takes more than six.
  if (field.kind === 'name' && value.length * 6 > field.max && encodedBytes(value) > field.max) {
    fail(at(context, key), `must be at most ${field.max} bytes long as UTF-8`);
  }
  // Names end up in tables and on terminals, where control characters would lie about them; and
  // as keys of stored states, where some engines read an escaped key back as another one.
  if (field.kind === 'name' && /[\p{Cc}"\\]/u.test(value)) {
    fail(at(context, key), 'must not contain control characters, quotes or backslashes');
  }
}

function describe(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'number') return String(value);
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

function at(context: Context, key: string | number): Context {
  return { code: context.code, within: context, key };
}

function fail(context: Context, problem: string): never {
  const path = pathOf(context);
  const where = path === '' ? 'the whole value' : `field ${path}`;
  throw new TripwireError(context.code, `${where} ${problem}`, path === '' ? null : path);
}

function pathOf({ within, key }: Context): string {
  if (within === null) return '';
  const above = pathOf(within);
  return above === '' ? String(key) : `${above}.${key}`;
}
