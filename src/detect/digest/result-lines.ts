/**
 * The lines of a tool result without what changes by itself: clocks, ids, durations, line numbers.
 *
 * Digits stay in successes, where they are progress ("45 %"), and go in errors, where they are
 * noise (the shell's own line counter makes every "command not found" unique).
 */
import { singleSpaced } from '../text/normalise-text.ts';
import { MASK, masked, withoutRandomWords } from './opaque-text.ts';

/** Ids with a prefix, such as req_8fKd2x: volatile in errors and in results of a line or two. */
const prefixedId = /\b[a-z]{1,8}[_-](?=[0-9a-z]*\d)(?=[0-9a-z]*[a-z])[0-9a-z]{6,}\b/gi;
const FEW_LINES = 2;
/** So many lines that are nothing but an id are a list of them. */
const LISTED_IDS = 4;
/** A line that is an id, by itself or as the one field of an object in a list. */
const onlyId = new RegExp(`^[\\s[{]*(?:"\\w{1,24}":\\s*)?"?${MASK}"?[\\s\\]}]*$`);
const idList = /^\s*\[\s*(?:\{\s*"\w{1,24}":\s*)?"[\w-]{1,60}"\s*\}?\s*,/;
const entryEnd = /(?<=["}]),\s*(?=["{])/;
/** In longer results random words and numbers are data among data. */
export const SHORT_CHARACTERS = 2_000;

/** "  74: text", "74|text", "   74\ttext", "[74] text": a line-number prefix. */
const lineNumber = /^\s*(?:\[\d+\]|\d+(?:[:|\t→]|\s{2,}))\s?/;

/** An object on one line is as many lines as it has fields: one that is new does not make the others new. */
const objectStart = /^\s*(?:\[\s*)?\{/;
const fieldEnd = /(?<=["\d\]}el]),\s*(?=["{])/;

/** A paragraph on one line is as many lines as it has sentences: a page of news is more than the menu above it. */
const PARAGRAPH_CHARACTERS = 160;

/** What stands for a number: nothing that a result may have in it, as a board of a game has a `#`. */
export const ANY_NUMBER = '\u0001';

/** Line hashes are 24 bits: the thread remembers hundreds of them. */
const LINE_HASH_MASK = 0xffffff;

/** How lines are compared: to the digit, without digits, or as a screen shows them: without digits, in their columns. */
export type LineForm = 'exact' | 'error' | 'screen';

/** The normalised, non-empty lines of a plain result. */
export function resultLines(text: string, form: LineForm): string[] {
  const isShort = text.length <= SHORT_CHARACTERS;
  const raw = text.split('\n').flatMap(entriesOf);
  const lines = listed(
    raw,
    raw.map((one) => normalLine(one, form, isShort)),
  );
  const isFew = form === 'error' || lines.length <= FEW_LINES;
  const known = isFew ? lines.map((line) => line.replace(prefixedId, '<id>')) : lines;
  return known.flatMap((line) => {
    if (objectStart.test(line)) return wholeFields(line);
    return line.length > PARAGRAPH_CHARACTERS ? sentencesOf(line) : line;
  });
}

function sentencesOf(line: string): readonly string[] {
  return line.split(/(?<=[\p{L}\p{N})"'’”][.!?。！？])\s+(?=\S)/u);
}

/** The entries of a list that is nothing but ids, on one line; any other line as it is. */
function entriesOf(line: string): readonly string[] {
  if (!idList.test(line)) return [line];
  return line.split(entryEnd);
}

/** The lines that are not empty. Ids one below the other are a list, and each is an entry. */
function listed(raw: readonly string[], normal: readonly string[]): string[] {
  const opaque = normal.filter((line) => onlyId.test(line)).length;
  const isList = opaque >= LISTED_IDS && 2 * opaque > normal.length;
  const kept = isList
    ? normal.map((line, at) => (onlyId.test(line) ? (raw[at] ?? line).trim() : line))
    : normal;
  return kept.filter((line) => line !== '');
}

/** The fields of an object on one line; one that was cut off in the middle is none. */
function wholeFields(line: string): string[] {
  const fields = line.split(fieldEnd);
  return /[\]}]$/.test(line) ? fields : fields.slice(0, -1);
}

function normalLine(raw: string, form: LineForm, isShort: boolean): string {
  const known = isShort ? withoutRandomWords(raw) : raw;
  // Everything else that is volatile has a digit in it or lies in a temporary folder, and most lines have neither.
  const hasDigits = /\d/.test(known);
  const unnumbered = hasDigits ? known.replace(lineNumber, '') : known;
  const shown = singleSpaced(masked(unnumbered, hasDigits, isShort)).trim();
  const line = form === 'screen' && shown !== '' ? `${/^ */.exec(raw)?.[0] ?? ''}${shown}` : shown;
  return form !== 'exact' && hasDigits ? line.replace(/\d+/g, ANY_NUMBER) : line;
}

/** A name as it would stand on a line of its own. */
export function normalName(name: string): string {
  const normal = normalLine(name, 'exact', true);
  return normal === MASK ? name : normal;
}

/** The hash of a line. */
export function lineHash(line: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < line.length; index += 1) {
    value = Math.imul(value ^ line.charCodeAt(index), 0x01000193);
  }
  return (value ^ (value >>> 15)) & LINE_HASH_MASK;
}
