/**
 * Reads one word of a command line: its quotes taken off, its expansions noticed, the commands in them read.
 */
import { readAnsiQuote } from './ansi-quote.ts';
import type { CommandWord, Expansion } from './command-line.ts';
import { readBackticks, readDollar, readProcess } from './expansion.ts';
import { ended, giveUp, here, next, take, type Cursor } from './reading.ts';
import {
  addText,
  emptyWord,
  plainWord,
  type ReadWord,
  type WordDraft,
  type WordPlace,
} from './word-draft.ts';

/** What ends a word outside quotes. A carriage return does not: shells take it for a letter. */
const META = /[ \t\n;&|<>()]/;

/** Reads the word that begins here. When it is empty and not quoted, there was none. */
export function readWord(cursor: Cursor): ReadWord {
  const word = emptyWord();
  while (!ended(cursor)) {
    if (next(cursor, '<(') || next(cursor, '>(')) readProcess(cursor, word);
    else if (META.test(here(cursor))) break;
    else readBarePart(cursor, word);
  }
  if (next(cursor, '(') && /[?*+@!]$/.test(word.bare)) giveUp(cursor, 'an extended glob');
  return finish(word);
}

function readBarePart(cursor: Cursor, word: WordDraft): void {
  const character = here(cursor);
  if (character === '\\') readEscape(cursor, word);
  else if (character === "'") readSingle(cursor, word);
  else if (character === '"') readDouble(cursor, word);
  else if (next(cursor, "$'")) {
    cursor.at += 2;
    word.quoted = true;
    addText(word, readAnsiQuote(cursor), 'quoted');
  } else if (next(cursor, '$"')) {
    cursor.at += 1;
    readDouble(cursor, word);
  } else readAnyPart(cursor, word, 'bare');
}

/** An expansion or an ordinary character. */
function readAnyPart(cursor: Cursor, word: WordDraft, place: WordPlace): void {
  const character = here(cursor);
  if (character === '$') readDollar(cursor, word, place);
  else if (character === '`') readBackticks(cursor, word, place);
  else {
    if (character === '\0') giveUp(cursor, 'a NUL character');
    addText(word, character, place);
    cursor.at += 1;
  }
}

function readEscape(cursor: Cursor, word: WordDraft): void {
  const escaped = cursor.source.charAt(cursor.at + 1);
  cursor.at += 2;
  if (escaped === '\n') return;
  word.quoted = true;
  // A backslash at the very end stands for itself.
  addText(word, escaped === '' ? '\\' : escaped, 'quoted');
}

function readSingle(cursor: Cursor, word: WordDraft): void {
  const end = cursor.source.indexOf("'", cursor.at + 1);
  if (end < 0) giveUp(cursor, 'a single quote that is not closed');
  addText(word, cursor.source.slice(cursor.at + 1, end), 'quoted');
  word.quoted = true;
  cursor.at = end + 1;
}

function readDouble(cursor: Cursor, word: WordDraft): void {
  cursor.at += 1;
  word.quoted = true;
  while (!take(cursor, '"')) {
    if (ended(cursor)) giveUp(cursor, 'a double quote that is not closed');
    readQuotedPart(cursor, word, 'quoted');
  }
}

/** One piece between double quotes, or of a here-document. */
function readQuotedPart(cursor: Cursor, word: WordDraft, place: WordPlace): void {
  if (here(cursor) !== '\\') {
    readAnyPart(cursor, word, place);
    return;
  }
  const escaped = cursor.source.charAt(cursor.at + 1);
  cursor.at += escaped === '' ? 1 : 2;
  if (escaped === '\n') return;
  const isEscape = /[$`\\]/.test(escaped) || (escaped === '"' && place === 'quoted');
  addText(word, isEscape ? escaped : `\\${escaped}`, place);
}

/** The body of a here-document: its text, and the commands in it unless it is literal. */
export function readBody(outer: Cursor, body: string, literal: boolean): CommandWord {
  const word = emptyWord();
  if (literal) addText(word, body, 'body');
  else {
    const cursor: Cursor = { ...outer, source: body, at: 0, pending: new Map() };
    while (!ended(cursor)) readQuotedPart(cursor, word, 'body');
  }
  return plainWord(finish(word));
}

function finish(word: WordDraft): ReadWord {
  const { bare, expansions } = word;
  if (bare.startsWith('~')) expansions.add('tilde');
  if (/[*?]/.test(bare) || bare.indexOf(']') > bare.indexOf('[') + 1) {
    if (/[*?[]/.test(bare)) markBare(word, 'glob', /[*?\]]/);
  }
  const open = bare.indexOf('{');
  const inside = open < 0 ? '' : bare.slice(open, bare.lastIndexOf('}') + 1);
  if (inside.includes(',') || inside.includes('..')) markBare(word, 'brace', /\}/);
  const { text, splits, literalFrom, quoted } = word;
  return { text, bare, expansions: [...expansions], splits, literalFrom, quoted };
}

function markBare(word: WordDraft, kind: Expansion, last: RegExp): void {
  word.expansions.add(kind);
  word.splits = true;
  let end = word.bare.length;
  while (end > word.literalFrom && !last.test(word.bare.charAt(end - 1))) end -= 1;
  word.literalFrom = end;
}
