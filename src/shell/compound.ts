/**
 * Reads the compound commands of a shell: groups, subshells, if, loops, case, functions, tests.
 */
import { bareWordHere, skipBlanks, skipLines, skipNegations } from './blanks.ts';
import { expandBraces } from './brace-expansion.ts';
import type { CommandJoin, CommandWord } from './command-line.ts';
import { takeArithmetic } from './expansion.ts';
import { emptyCommand, ended, giveUp, here, next, take, within, type Cursor } from './reading.ts';
import { addCommand, readRedirect } from './simple.ts';
import { plainWord, type ReadWord } from './word-draft.ts';
import { readWord } from './word.ts';

/** Reserved words that begin nothing. */
export const STRAY_WORDS = ['then', 'do', 'done', 'fi', 'else', 'elif', 'esac', '}'];

type Reader = (cursor: Cursor, join: CommandJoin) => void;

const READERS: Readonly<Record<string, Reader>> = {
  '{': (cursor, join) => {
    within(cursor, { kind: 'group' }, () => cursor.reading.readList(cursor, ['}'], join));
  },
  if: readIf,
  while: readLoop,
  until: readLoop,
  for: readFor,
  select: readFor,
  case: readCase,
  function: readFunction,
  '[[': readTest,
};

/** Reads a compound command if one begins here, with its redirections. */
export function readCompound(cursor: Cursor, word: string, join: CommandJoin): boolean {
  if (word === 'time' && takeTime(cursor)) {
    skipNegations(cursor);
    return readCompound(cursor, bareWordHere(cursor), join);
  }
  if (word === 'coproc') {
    cursor.at += word.length;
    skipBlanks(cursor);
    return readCompound(cursor, bareWordHere(cursor), join);
  }
  const reader = Object.hasOwn(READERS, word) ? READERS[word] : undefined;
  if (reader !== undefined) {
    cursor.at += word.length;
    reader(cursor, join);
  } else if (next(cursor, '(')) readParenthesis(cursor, join);
  else return false;
  readRedirects(cursor);
  return true;
}

/**
 * Steps over `time` before a compound command, which only bash knows. Before anything else it is left as the program
 * that it is in other shells, and that program runs another.
 */
function takeTime(cursor: Cursor): boolean {
  const start = cursor.at;
  cursor.at += 'time'.length;
  skipBlanks(cursor);
  while (take(cursor, '-p ') || take(cursor, '-- ')) skipBlanks(cursor);
  const word = bareWordHere(cursor);
  if (next(cursor, '(') || word === '!' || Object.hasOwn(READERS, word)) return true;
  cursor.at = start;
  return false;
}

function readParenthesis(cursor: Cursor, join: CommandJoin): void {
  if (next(cursor, '((') && takeArithmetic(cursor)) return;
  cursor.at += 1;
  within(cursor, { kind: 'subshell' }, () => cursor.reading.readList(cursor, [')'], join));
}

/** Redirections of a compound command stand as a command of their own, without words. */
function readRedirects(cursor: Cursor): void {
  const command = emptyCommand(cursor, null);
  skipBlanks(cursor);
  while (readRedirect(cursor, command.redirects)) skipBlanks(cursor);
  if (command.redirects.length > 0) addCommand(cursor, command);
}

function readIf(cursor: Cursor, join: CommandJoin): void {
  within(cursor, { kind: 'group' }, () => {
    let closer = 'elif';
    while (closer === 'elif') {
      cursor.reading.readList(cursor, ['then'], join);
      closer = cursor.reading.readList(cursor, ['elif', 'else', 'fi']);
    }
    if (closer === 'else') cursor.reading.readList(cursor, ['fi']);
  });
}

function readLoop(cursor: Cursor, join: CommandJoin): void {
  within(cursor, { kind: 'group' }, () => {
    cursor.reading.readList(cursor, ['do'], join);
    cursor.reading.readList(cursor, ['done']);
  });
}

/** `for NAME in words; do …; done`, `for ((…)); do …; done`. */
function readFor(cursor: Cursor): void {
  skipBlanks(cursor);
  if (next(cursor, '((')) {
    if (!takeArithmetic(cursor)) giveUp(cursor, 'a for loop without its name');
  } else {
    const name = readWord(cursor);
    needName(name, cursor);
    skipLines(cursor);
    if (bareWordHere(cursor) === 'in') {
      cursor.at += 2;
      addValues(cursor, name.text);
    }
  }
  skipBlanks(cursor);
  take(cursor, ';');
  skipLines(cursor);
  const word = bareWordHere(cursor);
  if (word !== 'do') giveUp(cursor, 'a for loop without do');
  cursor.at += word.length;
  within(cursor, { kind: 'group' }, () => cursor.reading.readList(cursor, ['done']));
}

/** The words of a loop are values of its variable, not commands; the commands in them are read on the way. */
function addValues(cursor: Cursor, name: string): void {
  const values: CommandWord[] = [];
  for (;;) {
    skipBlanks(cursor);
    const word = readWord(cursor);
    if (!isWord(word)) break;
    values.push(...expandBraces(word));
  }
  if (values.length === 0) return;
  within(cursor, { kind: 'group' }, () => {
    const assignments = values.map((value) => ({ name, value: { ...value, splits: false } }));
    cursor.reading.commands.push({ ...emptyCommand(cursor, null), assignments, program: null });
  });
}

function readCase(cursor: Cursor): void {
  skipBlanks(cursor);
  if (!isWord(readWord(cursor))) giveUp(cursor, 'case without a word');
  skipLines(cursor);
  if (bareWordHere(cursor) !== 'in') giveUp(cursor, 'case without in');
  cursor.at += 2;
  within(cursor, { kind: 'group' }, () => {
    for (;;) {
      skipLines(cursor);
      if (bareWordHere(cursor) === 'esac') {
        cursor.at += 'esac'.length;
        return;
      }
      readPatterns(cursor);
      if (cursor.reading.readList(cursor, [';;', ';&', ';;&', 'esac']) === 'esac') return;
    }
  });
}

function readPatterns(cursor: Cursor): void {
  take(cursor, '(');
  do {
    skipBlanks(cursor);
    if (!isWord(readWord(cursor))) giveUp(cursor, 'a case without its pattern');
    skipBlanks(cursor);
  } while (take(cursor, '|'));
  if (!take(cursor, ')')) giveUp(cursor, 'a pattern without )');
}

/** `function NAME { … }`, behind its first word. */
function readFunction(cursor: Cursor): void {
  skipBlanks(cursor);
  const name = readWord(cursor);
  if (!isWord(name)) giveUp(cursor, 'a function without its name');
  skipBlanks(cursor);
  if (take(cursor, '(')) {
    skipBlanks(cursor);
    if (!take(cursor, ')')) giveUp(cursor, 'a function with something between its parentheses');
  }
  readFunctionBody(cursor, name.text);
}

/** The body of a function: read as if it ran, because it may. */
export function readFunctionBody(cursor: Cursor, name: string): void {
  skipLines(cursor);
  within(cursor, { kind: 'function', name }, () => {
    if (!readCompound(cursor, bareWordHere(cursor), null)) {
      giveUp(cursor, 'a function without a body');
    }
  });
}

/** `[[ … ]]`: a command whose words are values. Its operators are words of it. */
function readTest(cursor: Cursor, join: CommandJoin): void {
  const command = emptyCommand(cursor, join);
  const operator = (text: string) => ({ text, expansions: [], splits: false, literalFrom: 0 });
  command.words.push(operator('[['));
  for (;;) {
    skipLines(cursor);
    if (ended(cursor)) giveUp(cursor, ']] is missing');
    const symbol = ['&&', '||', '(', ')', '<', '>'].find((one) => next(cursor, one));
    if (symbol !== undefined && !next(cursor, '<(') && !next(cursor, '>(')) {
      cursor.at += symbol.length;
      command.words.push(operator(symbol));
      continue;
    }
    const word = readTestWord(cursor, command.words.at(-1)?.text === '=~');
    command.words.push(plainWord(word));
    if (word.text === ']]' && !word.quoted) break;
  }
  addCommand(cursor, command);
}

function readTestWord(cursor: Cursor, isPattern: boolean): ReadWord {
  const rest = isPattern ? restOfWord(cursor) : '';
  // A regular expression may hold parentheses and bars, which end a word everywhere else.
  if (/[(|]/.test(rest)) {
    if (/["'`\\;&<>]|\$\(/.test(rest)) giveUp(cursor, 'a quoted pattern with ( or | after =~');
    cursor.at += rest.length;
    const text = rest;
    return {
      text,
      bare: rest,
      expansions: ['variable'],
      splits: false,
      literalFrom: 0,
      quoted: true,
    };
  }
  const word = readWord(cursor);
  if (!isWord(word)) giveUp(cursor, `${here(cursor)} out of place`);
  return word;
}

function restOfWord(cursor: Cursor): string {
  const end = /[ \t\n]/g;
  end.lastIndex = cursor.at;
  return cursor.source.slice(cursor.at, end.exec(cursor.source)?.index);
}

function isWord(word: ReadWord): boolean {
  return word.quoted || word.text !== '';
}

function needName(word: ReadWord, cursor: Cursor): void {
  if (word.quoted || !/^[A-Za-z_][A-Za-z0-9_]*$/.test(word.text)) {
    giveUp(cursor, 'a for loop without its name');
  }
}
