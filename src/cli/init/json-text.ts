/**
 * Reads JSON with the places of its parts, so that a settings file can be changed without touching the rest of it.
 *
 * Parsing and writing anew would lose comments, blank lines and the order that a person chose. Comments and commas
 * before a closing bracket are allowed: several clients permit them. Words of an error name the place, never the text
 * there: a key may stand in it.
 */
import { parseJson } from '../../base/json-text.ts';

/** A value and where it stands. */
export interface JsonPart {
  readonly kind: 'object' | 'array' | 'plain';
  readonly start: number;
  /** Behind its last character. */
  readonly end: number;
  readonly value: unknown;
  readonly members: readonly JsonMember[];
}

/** One entry of an object or an array. */
export interface JsonMember {
  /** Null in an array. */
  readonly name: string | null;
  /** Where its name stands, or in an array its value. */
  readonly start: number;
  readonly part: JsonPart;
  /** Behind the comma that follows; null where none does. */
  readonly commaEnd: number | null;
}

const DEPTH_MAX = 64;
const SPACE = /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const PLAIN = /"(?:[^"\\]+|\\[\s\S])*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** What stands in the text; null when nothing does. Throws an Error that names the line. */
export function readJson(text: string): JsonPart | null {
  const start = behind(SPACE, text, 0);
  if (start === text.length) return null;
  const part = partAt(text, start, 0);
  const end = behind(SPACE, text, part.end);
  if (end !== text.length) throw misplaced(text, end, 'the end of the file');
  return part;
}

/** The member of an object by its name; undefined when it has none. */
export function memberNamed(part: JsonPart | undefined, name: string): JsonMember | undefined {
  return part?.members.find((member) => member.name === name);
}

function partAt(text: string, start: number, depth: number): JsonPart {
  if (depth > DEPTH_MAX) {
    throw new Error(`line ${lineAt(text, start)} is nested more than ${DEPTH_MAX} deep`);
  }
  const first = text[start];
  if (first === '{') return groupAt(text, start, depth, 'object');
  if (first === '[') return groupAt(text, start, depth, 'array');
  const end = behind(PLAIN, text, start);
  if (end === start) throw misplaced(text, start, 'a value');
  return { kind: 'plain', start, end, value: plainValue(text, start, end), members: [] };
}

function groupAt(text: string, start: number, depth: number, kind: 'object' | 'array'): JsonPart {
  const closing = kind === 'object' ? '}' : ']';
  const members: JsonMember[] = [];
  let at = behind(SPACE, text, start + 1);
  while (text[at] !== closing) {
    if (members.length > 0 && members.at(-1)?.commaEnd === null) {
      throw misplaced(text, at, `, or ${closing}`);
    }
    const member = memberAt(text, at, depth + 1, kind);
    if (member.name !== null && members.some(({ name }) => name === member.name)) {
      throw new Error(`line ${lineAt(text, at)} repeats a name of the same object`);
    }
    members.push(member);
    at = behind(SPACE, text, member.commaEnd ?? member.part.end);
  }
  const value: unknown =
    kind === 'array'
      ? members.map(({ part }) => part.value)
      : Object.fromEntries(members.map(({ name, part }) => [name, part.value]));
  return { kind, start, end: at + 1, value, members };
}

function memberAt(
  text: string,
  start: number,
  depth: number,
  kind: 'object' | 'array',
): JsonMember {
  let name: string | null = null;
  let at = start;
  if (kind === 'object') {
    const end = text[at] === '"' ? behind(PLAIN, text, at) : at;
    if (end === at) throw misplaced(text, at, 'a name in quotes');
    name = String(plainValue(text, at, end));
    const colon = behind(SPACE, text, end);
    if (text[colon] !== ':') throw misplaced(text, colon, 'a colon');
    at = behind(SPACE, text, colon + 1);
  }
  const part = partAt(text, at, depth);
  const comma = behind(SPACE, text, part.end);
  return { name, start, part, commaEnd: text[comma] === ',' ? comma + 1 : null };
}

function plainValue(text: string, start: number, end: number): unknown {
  const value = parseJson(text.slice(start, end));
  if (value !== undefined) return value;
  throw misplaced(text, start, 'a value');
}

/** Where what the pattern takes from here ends. */
function behind(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function misplaced(text: string, at: number, expected: string): Error {
  return new Error(`line ${lineAt(text, at)} is not JSON: ${expected} is expected there`);
}

function lineAt(text: string, at: number): number {
  return text.slice(0, at).split('\n').length;
}
