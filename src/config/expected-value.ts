/**
 * What should have stood there and what did, in words.
 */
import { isObject } from '../base/json-values.ts';
import { nearest } from '../base/suggestion.ts';
import type { SchemaNode } from './json-schema.ts';
import type { ValuePath } from './value-path.ts';

/** What a value of this shape must be, to be put after "must be". */
export function expectedText(node: SchemaNode): string {
  const words = node.enum ?? (node.const === undefined ? null : [node.const]);
  if (words !== null) return inWords(words);
  switch (node.type) {
    case 'boolean':
      return 'true or false';
    case 'number':
      return `a number from ${node.minimum} to ${node.maximum}`;
    case 'integer':
      return `a whole number from ${node.minimum} to ${node.maximum}`;
    case 'string':
      return node.maxLength === undefined
        ? 'a text'
        : `a text of 1 to ${node.maxLength} characters`;
    case 'array':
      return `a list of at most ${node.maxItems} entries`;
    default:
      return 'a mapping (indented lines of the form key: value)';
  }
}

/** The word of the list that was probably meant, as the end of a message. */
export function wordMeant(node: SchemaNode, value: unknown): string {
  const meant = typeof value === 'string' ? nearest(value, node.enum ?? []) : null;
  return meant === null ? '' : `; did you mean ${meant}?`;
}

const SHOWN_LENGTH_MAX = 40;

/** What stood there. Where a secret may stand, only how long it is. */
export function actualText(value: unknown, path: ValuePath): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (isObject(value)) return 'a mapping';
  const text = String(value);
  if (mayHoldSecret(path)) return `a text of ${text.length} characters, not shown`;
  const shown = text.length > SHOWN_LENGTH_MAX ? `${text.slice(0, SHOWN_LENGTH_MAX)}…` : text;
  return typeof value === 'string' ? JSON.stringify(shown) : shown;
}

function mayHoldSecret([section, , field]: ValuePath): boolean {
  if (section === 'store') return true;
  return section === 'upstreams' && field !== 'format' && field !== 'insecure';
}

function inWords(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
}
