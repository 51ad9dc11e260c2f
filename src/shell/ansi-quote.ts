/**
 * Reads bash's `$'…'`, in which letters can be written as numbers: `$'\x72m'` is `rm`.
 */
import { ended, giveUp, here, take, type Cursor } from './reading.ts';

const SINGLE: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '?': '?',
};

/** Characters written as numbers: what announces them, their digits, and the base. */
const NUMBERS: readonly (readonly [RegExp, number])[] = [
  [/x([0-9A-Fa-f]{1,2})/y, 16],
  [/u([0-9A-Fa-f]{1,4})/y, 16],
  [/U([0-9A-Fa-f]{1,8})/y, 16],
  [/([0-7]{1,3})/y, 8],
];

/** The text up to the closing quote; the opening one is behind us. */
export function readAnsiQuote(cursor: Cursor): string {
  let text = '';
  while (!take(cursor, "'")) {
    if (ended(cursor)) giveUp(cursor, "a $' quote that is not closed");
    if (take(cursor, '\\')) text += readEscape(cursor);
    else {
      text += here(cursor);
      cursor.at += 1;
    }
  }
  return text;
}

function readEscape(cursor: Cursor): string {
  for (const [pattern, base] of NUMBERS) {
    pattern.lastIndex = cursor.at;
    const match = pattern.exec(cursor.source);
    if (match === null) continue;
    cursor.at += match[0].length;
    const code = Number.parseInt(match[1] ?? '', base);
    // A NUL cuts the word short in bash; rather than guess, such a line is not read.
    if (code === 0 || code > 0x10ffff) giveUp(cursor, 'a character that no text can hold');
    return String.fromCodePoint(base === 8 ? code & 0xff : code);
  }
  const letter = here(cursor);
  if (letter === 'c') giveUp(cursor, 'a control character written as a letter');
  cursor.at += 1;
  return SINGLE[letter] ?? `\\${letter}`;
}
