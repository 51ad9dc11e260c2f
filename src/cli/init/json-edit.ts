/**
 * Changes to JSON text that leave every other byte as it is.
 *
 * What is put in goes to the front of its object or array, with its comma behind it. So taking it out again is one cut
 * that gives back exactly what was there, whatever commas and comments stand at the end.
 */
import { fieldsOf } from '../../base/json-values.ts';
import type { JsonMember, JsonPart } from './json-text.ts';

const UNIT_DEFAULT = '  ';

/** The text with a value at the front of an object (under a name) or of an array. */
export function putFirst(
  text: string,
  into: JsonPart,
  name: string | null,
  value: unknown,
): string {
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const unit = indentUnit(text);
  const own = indentAt(text, into.start);
  const [first] = into.members;
  const inner =
    first !== undefined && startsLine(text, first.start)
      ? indentAt(text, first.start)
      : `${own}${unit}`;
  const written = writtenValue(value, `${lineEnd}${inner}`, unit);
  const entry = `${lineEnd}${inner}${name === null ? '' : `${JSON.stringify(name)}: `}${written}`;
  const [head, rest] = [text.slice(0, into.start + 1), text.slice(into.start + 1)];
  if (first !== undefined) return `${head}${entry},${rest}`;
  const between = text.slice(into.start + 1, into.end - 1);
  const closing = between.includes('\n') ? '' : `${lineEnd}${own}`;
  return `${head}${entry}${between}${closing}${text.slice(into.end - 1)}`;
}

/**
 * The text without a member. If it was the only one, `emptied` is what then stands between the brackets: putting a
 * value in may have broken an empty pair of brackets over two lines, and the text alone cannot tell.
 */
export function takeOut(
  text: string,
  from: JsonPart,
  member: JsonMember,
  emptied: string | null,
): string {
  const at = from.members.indexOf(member);
  const before = from.members[at - 1]?.commaEnd ?? null;
  const gap = text.slice(before ?? from.start + 1, member.start);
  // The end of a line that closes a comment must stay, or the comment would swallow what follows.
  const start = gap.includes('//') ? member.start : member.start - trailingSpace(gap);
  const end = member.commaEnd ?? member.part.end;
  if (from.members.length === 1) {
    const left = text.slice(from.start + 1, start) + text.slice(end, from.end - 1);
    const between = left.trim() === '' ? (emptied ?? '') : left;
    return `${text.slice(0, from.start + 1)}${between}${text.slice(from.end - 1)}`;
  }
  if (member.commaEnd !== null || before === null) return text.slice(0, start) + text.slice(end);
  // The last one: the comma in front of it goes too.
  return `${text.slice(0, before - 1)}${text.slice(before, start)}${text.slice(end)}`;
}

/** The text with other words in the place of a value. */
export function putInPlace(text: string, part: JsonPart, written: string): string {
  return `${text.slice(0, part.start)}${written}${text.slice(part.end)}`;
}

/** What stands between the brackets of a part that has no members. */
export function betweenBrackets(text: string, part: JsonPart): string {
  return text.slice(part.start + 1, part.end - 1);
}

/** One line for each list of an object of lists, so that a person can read what is added; else one line in all. */
function writtenValue(value: unknown, lineStarts: string, unit: string): string {
  const entries = Object.entries(fieldsOf(value));
  if (entries.length === 0 || !entries.every(([, list]) => Array.isArray(list))) {
    return lineJson(value);
  }
  const lines = entries.map(([name, list]) => `${JSON.stringify(name)}: ${lineJson(list)}`);
  return `{${lines.map((line) => `${lineStarts}${unit}${line}`).join(',')}${lineStarts}}`;
}

function lineJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(lineJson).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value);
  return `{ ${entries.map(([name, one]) => `${JSON.stringify(name)}: ${lineJson(one)}`).join(', ')} }`;
}

/** How deep one step goes, by the first line that is indented. */
function indentUnit(text: string): string {
  return /^([ \t]+)"/m.exec(text)?.[1] ?? UNIT_DEFAULT;
}

function trailingSpace(gap: string): number {
  return gap.length - gap.trimEnd().length;
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}

function startsLine(text: string, at: number): boolean {
  const start = lineStart(text, at);
  return start > 0 && text.slice(start, at).trim() === '';
}

function indentAt(text: string, at: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, at), at))?.[0] ?? '';
}
