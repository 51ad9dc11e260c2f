/**
 * Reads the expansions of a shell: what begins with `$`, backticks and process substitution.
 *
 * The commands inside are read on the way; what the expansion becomes cannot be known.
 */
import type { Expansion } from './command-line.ts';
import { ended, giveUp, here, next, spend, take, within, type Cursor } from './reading.ts';
import { addExpansion, addText, emptyWord, type WordDraft, type WordPlace } from './word-draft.ts';

const NAME = /[A-Za-z_][A-Za-z0-9_]*|[0-9@*#?$!-]/y;

/** Reads what begins with `$`; alone, it is an ordinary character. */
export function readDollar(cursor: Cursor, word: WordDraft, place: WordPlace): void {
  const start = cursor.at;
  cursor.at += 1;
  if (next(cursor, '\\\n')) giveUp(cursor, 'an expansion that is broken over two lines');
  const kind = readExpansion(cursor);
  if (kind === null) addText(word, '$', place);
  else addExpansion(word, kind, cursor.source.slice(start, cursor.at), place);
}

function readExpansion(cursor: Cursor): Expansion | null {
  if (next(cursor, '((') && takeArithmetic(cursor)) return 'arithmetic';
  if (take(cursor, '(')) {
    within(cursor, { kind: 'substitution' }, () => cursor.reading.readList(cursor, [')']));
    return 'command';
  }
  if (take(cursor, '{')) return readBraces(cursor);
  if (take(cursor, '[')) {
    readBalanced(cursor, '[', ']');
    return 'arithmetic';
  }
  NAME.lastIndex = cursor.at;
  const name = NAME.exec(cursor.source);
  if (name === null) return null;
  cursor.at += name[0].length;
  return 'variable';
}

/** `${…}`, behind its brace. Since bash 5.3 `${ …; }` runs commands. */
function readBraces(cursor: Cursor): Expansion {
  if (/[ \t\n|(]/.test(here(cursor))) {
    take(cursor, '|');
    within(cursor, { kind: 'substitution' }, () => cursor.reading.readList(cursor, ['}']));
    return 'command';
  }
  // `${#}`, `${#name}` and `${x#y}`: inside, a `#` never begins a comment.
  within(cursor, { kind: 'group' }, () => readBalanced(cursor, '{', '}'));
  return 'variable';
}

/**
 * Steps over text up to the closing character, quotes respected; the commands in it are read. Parentheses and brackets
 * come in pairs; in `${…}` the first closing brace counts, whatever was opened before it.
 */
function readBalanced(cursor: Cursor, opening: '(' | '[' | '{', closing: string): void {
  let depth = 1;
  while (depth > 0) {
    if (ended(cursor)) giveUp(cursor, `a ${opening} that is not closed`);
    const character = here(cursor);
    if (/["'$`\\]/.test(character)) skipPiece(cursor);
    else {
      if (
        opening === '{' &&
        /[<>]/.test(character) &&
        cursor.source.charAt(cursor.at + 1) === '('
      ) {
        giveUp(cursor, 'a process substitution inside an expansion');
      }
      if (character === opening && opening !== '{') depth += 1;
      if (character === closing) depth -= 1;
      cursor.at += 1;
    }
  }
}

/** Steps over one quoted or expanded piece, reading its commands. */
function skipPiece(cursor: Cursor): void {
  const start = cursor.at;
  const character = here(cursor);
  if (character === '\\') cursor.at += 2;
  else if (character === "'") {
    // Between double quotes an apostrophe in ${…} is an ordinary character, outside it is a quote; so which text
    // is a command depends on where we are. A pair of them is a quote in both only if no command is inside.
    const end = cursor.source.indexOf("'", start + 1);
    const quoted = end < 0 ? '`' : cursor.source.slice(start, end);
    if (/[`"{}()\\]/.test(quoted)) giveUp(cursor, 'an apostrophe inside an expansion');
    cursor.at = end + 1;
  } else if (character === '"') {
    cursor.at += 1;
    while (!take(cursor, '"')) {
      if (ended(cursor)) giveUp(cursor, 'a double quote that is not closed');
      if (/[$`\\]/.test(here(cursor))) skipPiece(cursor);
      else cursor.at += 1;
    }
  } else skipExpansion(cursor);
}

function skipExpansion(cursor: Cursor): void {
  const ignored = emptyWord();
  if (here(cursor) === '`') readBackticks(cursor, ignored, 'quoted');
  else if (next(cursor, "$'")) giveUp(cursor, "a $' quote inside an expansion");
  else readDollar(cursor, ignored, 'quoted');
}

/**
 * Steps over `((…))` if that is what stands here: the inner parenthesis closes right before the outer one. Otherwise
 * these are subshells, nothing has changed, and they are read again as such.
 */
export function takeArithmetic(cursor: Cursor): boolean {
  const { at, reading } = cursor;
  const known = { commands: reading.commands.length, unreadable: reading.unreadable.length };
  cursor.at += 2;
  within(cursor, { kind: 'group' }, () => readBalanced(cursor, '(', ')'));
  if (take(cursor, ')')) return true;
  spend(cursor, cursor.at - at);
  cursor.at = at;
  reading.commands.length = known.commands;
  reading.unreadable.length = known.unreadable;
  return false;
}

/** Backticks: their text, with one level of backslashes taken off, is a script of its own. */
export function readBackticks(cursor: Cursor, word: WordDraft, place: WordPlace): void {
  const start = cursor.at;
  cursor.at += 1;
  let script = '';
  while (!take(cursor, '`')) {
    if (ended(cursor)) giveUp(cursor, 'a backtick that is not closed');
    const escaped = here(cursor) === '\\' ? cursor.source.charAt(cursor.at + 1) : '';
    const isEscape = /[$`\\]/.test(escaped) || (escaped === '"' && place === 'quoted');
    if (isEscape) cursor.at += 1;
    script += here(cursor);
    cursor.at += 1;
  }
  const { reading, inside, pipedFrom } = cursor;
  reading.readScript(reading, script, [...inside, { kind: 'substitution' }], pipedFrom);
  addExpansion(word, 'command', cursor.source.slice(start, cursor.at), place);
}

/** `<(…)` and `>(…)`. */
export function readProcess(cursor: Cursor, word: WordDraft): void {
  const start = cursor.at;
  cursor.at += 2;
  within(cursor, { kind: 'process' }, () => cursor.reading.readList(cursor, [')']));
  addExpansion(word, 'process', cursor.source.slice(start, cursor.at), 'bare');
}
