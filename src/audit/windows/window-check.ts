/**
 * Checks outside data against a schema of `window-shape.ts`, naming the field that is wrong.
 *
 * Our own few lines instead of a library, so that the verifier runs in a browser with nothing but the hash functions.
 */
import { isObject } from '../../base/json-values.ts';
import { TripwireError } from '../../core/browser.ts';
import { WINDOW_SCHEMA, type AuditWindow, type Schema, type SchemaType } from './window-shape.ts';

type Members = Readonly<Record<string, unknown>>;

/** The window, if it has the shape of one; throws `WINDOW_INVALID` naming the field. */
export function checkWindow(value: unknown): AuditWindow {
  checkSchema(value, WINDOW_SCHEMA, '');
  return value as AuditWindow;
}

/** Throws `WINDOW_INVALID` unless the value has the schema's shape. */
export function checkSchema(value: unknown, schema: Schema, path: string): void {
  const type = typeOf(value, schema);
  if (type === null) {
    const wanted = [schema.type].flat().join(' or ');
    fail(path, `must be ${wanted}, not ${describe(value)}`);
  }
  if (schema.enum !== undefined && !schema.enum.includes(value as string | number)) {
    fail(path, `must be ${schema.enum.join(' or ')}, not ${describe(value)}`);
  }
  if (type === 'string') checkText(value as string, schema, path);
  if (type === 'number' || type === 'integer') checkRange(value as number, schema, path);
  if (type === 'array') checkItems(value as readonly unknown[], schema, path);
  if (type === 'object') checkMembers(value as Members, schema, path);
}

function typeOf(value: unknown, { type }: Schema): SchemaType | null {
  const types: readonly SchemaType[] = [type].flat();
  return types.find((one) => isOf(value, one)) ?? null;
}

function isOf(value: unknown, type: SchemaType): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'integer':
      return Number.isSafeInteger(value);
    default:
      return typeof value === type;
  }
}

function checkText(value: string, schema: Schema, path: string): void {
  if (schema.pattern !== undefined && !new RegExp(schema.pattern, 'u').test(value)) {
    fail(path, `must look like ${schema.pattern}, not ${describe(value)}`);
  }
  if (value.length < (schema.minLength ?? 0)) fail(path, 'must not be empty');
  if (value.length > (schema.maxLength ?? Infinity)) {
    fail(path, `must have at most ${schema.maxLength} characters, not ${value.length}`);
  }
  if (!value.isWellFormed()) fail(path, 'must not contain lone surrogates');
}

function checkRange(value: number, { minimum, maximum }: Schema, path: string): void {
  if (value < (minimum ?? -Infinity) || value > (maximum ?? Infinity)) {
    fail(path, `must be from ${minimum} to ${maximum}, not ${value}`);
  }
}

function checkItems(value: readonly unknown[], schema: Schema, path: string): void {
  const { minItems = 0, maxItems = Infinity, items } = schema;
  if (value.length < minItems || value.length > maxItems) {
    const wanted = minItems === maxItems ? `${minItems}` : `${minItems} to ${maxItems}`;
    fail(path, `must have ${wanted} entries, not ${value.length}`);
  }
  if (items === undefined) return;
  for (let index = 0; index < value.length; index += 1) {
    checkSchema(value[index], items, `${path}[${index}]`);
  }
}

function checkMembers(
  value: Members,
  { properties = {}, required = [] }: Schema,
  path: string,
): void {
  for (const name of required) {
    if (!Object.hasOwn(value, name)) fail(join(path, name), 'is missing');
  }
  for (const name of Object.keys(value)) {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (schema === undefined) {
      fail(join(path, name), `is not a known field (known: ${Object.keys(properties).join(', ')})`);
    }
    checkSchema(value[name], schema, join(path, name));
  }
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

function fail(path: string, problem: string): never {
  const where = path === '' ? 'the window' : `field ${path}`;
  throw new TripwireError('WINDOW_INVALID', `${where} ${problem}`, path === '' ? null : path);
}
