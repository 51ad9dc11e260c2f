/**
 * Checks the options of a policy that come as plain data, field by field.
 */
import { isObject } from '../../base/json-values.ts';
import { refuseGuardrail } from '../guardrail-error.ts';

/** Where in the configuration we are, for messages. */
export interface Place {
  /** Dotted, such as `policies.2.callQuota`. */
  readonly path: string;
  readonly depth: number;
}

type Form = 'text' | 'texts' | 'number' | 'patterns' | 'lists' | 'textLists' | 'object' | 'objects';

/** The fields of an object and what must be in each; with a question mark, it may be absent. */
export type Fields = Readonly<Record<string, Form | `${Form}?`>>;

/** Options that were checked. */
export interface OptionReader {
  /** All of them; the fields are those of the policy's constructor, and were checked. */
  readonly data: unknown;
  value(field: string): unknown;
  /** A list; empty when it is absent. */
  list(field: string): readonly unknown[];
  place(field: string): Place;
}

const FORMS: Readonly<
  Record<Form, { readonly is: (value: unknown) => boolean; readonly words: string }>
> = {
  text: { is: isText, words: 'must be text' },
  texts: { is: (value) => isList(value, isText), words: 'must be a list of texts' },
  number: { is: (value) => typeof value === 'number', words: 'must be a number' },
  patterns: {
    is: (value) => isList(value, isPattern),
    words: 'must be a list of tool names or of { tool, where } objects',
  },
  lists: {
    is: (value) => isList(value, (one) => isList(one, isText)),
    words: 'must be a list of lists of texts',
  },
  textLists: {
    is: (value) => isObject(value) && Object.values(value).every((one) => isList(one, isText)),
    words: 'must be an object whose fields are lists of texts',
  },
  object: { is: isObject, words: 'must be an object' },
  objects: { is: (value) => isList(value, isObject), words: 'must be a list of objects' },
};

/** Refuses what stands at this place. */
export function refuseAt(place: Place, problem: string): never {
  refuseGuardrail(place.path, problem);
}

/** The options at a place, if every field is known and in form. */
export function optionsAt(data: unknown, fields: Fields, place: Place): OptionReader {
  if (!isObject(data)) refuseAt(place, 'must be an object');
  const known = Object.keys(fields);
  const strange = Object.keys(data).find((field) => !known.includes(field));
  if (strange !== undefined) {
    refuseAt(at(place, strange), `is not known; the fields are: ${known.join(', ')}`);
  }
  for (const [field, wanted] of Object.entries(fields)) {
    const isOptional = wanted.endsWith('?');
    const form = FORMS[wanted.replace('?', '') as Form];
    const value = data[field];
    if (value === undefined && isOptional) continue;
    if (value === undefined) refuseAt(at(place, field), `is missing; it ${form.words}`);
    if (!form.is(value)) refuseAt(at(place, field), form.words);
  }
  return {
    data,
    value: (field) => data[field],
    list: (field) => (Array.isArray(data[field]) ? (data[field] as readonly unknown[]) : []),
    place: (field) => at(place, field),
  };
}

function at(place: Place, field: string): Place {
  return { path: `${place.path}.${field}`, depth: place.depth + 1 };
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function isList(value: unknown, isOne: (one: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isOne);
}

function isPattern(value: unknown): boolean {
  if (isText(value)) return true;
  if (!isObject(value) || !isText(value['tool'])) return false;
  const { where } = value;
  const isWhere =
    where === undefined ||
    (isObject(where) && Object.values(where).every((one) => typeof one === 'string'));
  return isWhere && Object.keys(value).every((key) => key === 'tool' || key === 'where');
}
