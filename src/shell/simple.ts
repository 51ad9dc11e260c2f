/**
 * Reads a simple command: assignments, words and redirections.
 */
import { skipBlanks } from './blanks.ts';
import { expandBraces } from './brace-expansion.ts';
import type { CommandJoin, CommandRedirect } from './command-line.ts';
import { openInput, openWrappers, readsScriptFromInput } from './command-wrappers.ts';
import {
  emptyCommand,
  expansionsAround,
  giveUp,
  here,
  next,
  programOf,
  take,
  type CommandDraft,
  type Cursor,
  type RedirectDraft,
} from './reading.ts';
import { plainWord, type ReadWord } from './word-draft.ts';
import { readWord } from './word.ts';

type Draft = ReturnType<typeof emptyCommand>;

const ASSIGNMENT = /^([A-Za-z_][A-Za-z0-9_]*)(?:\[[^\]]*\])?\+?=/;

/** Reads the simple command that begins here; if it is a function's head, gives the function's name. */
export function readSimple(cursor: Cursor, join: CommandJoin): string | null {
  const command = emptyCommand(cursor, join);
  for (;;) {
    skipBlanks(cursor);
    if (readRedirect(cursor, command.redirects)) continue;
    const word = readWord(cursor);
    if (word.text === '' && !word.quoted) break;
    if (command.words.length === 0 && word.bare === '!') giveUp(cursor, '! out of place');
    // Bash reads `a[ … ]` as one word, blanks, comments and all.
    if (/^[A-Za-z_][A-Za-z0-9_]*\[[^\]]*$/.test(word.bare)) giveUp(cursor, 'an index with blanks');
    if (next(cursor, '(') && takeArray(cursor, command, word)) continue;
    const isAssignment = command.words.length === 0 && addAssignment(command, word);
    if (!isAssignment) command.words.push(...expandBraces(word));
  }
  if (next(cursor, '(')) return readHead(cursor, command);
  const isEmpty =
    command.words.length + command.assignments.length + command.redirects.length === 0;
  if (isEmpty)
    giveUp(cursor, here(cursor) === '' ? 'a command is missing' : `${here(cursor)} out of place`);
  addCommand(cursor, command);
  return null;
}

/** The head of a function, `NAME ()`. */
function readHead(cursor: Cursor, command: Draft): string {
  const [name, ...more] = command.words;
  cursor.at += 1;
  skipBlanks(cursor);
  const isDefinition = name !== undefined && name.expansions.length === 0 && take(cursor, ')');
  if (!isDefinition || more.length + command.assignments.length + command.redirects.length > 0) {
    giveUp(cursor, '( out of place');
  }
  return name.text;
}

/** `NAME=(…)`, also as an argument of declare and its like. */
function takeArray(cursor: Cursor, command: Draft, word: ReadWord): boolean {
  const name = ASSIGNMENT.exec(word.bare);
  if (name === null || name[0].length !== word.bare.length) return false;
  cursor.at += 1;
  const words = readArray(cursor);
  const text = words.map((one) => one.text).join(' ');
  // What follows directly would belong to the same word.
  if (!/^[ \t\n;&|)]?$/.test(here(cursor))) giveUp(cursor, 'an array with something behind it');
  const value = { text, expansions: ['variable'], splits: true, literalFrom: text.length } as const;
  if (command.words.length === 0) {
    const values = [value, ...words.map((one) => ({ ...plainWord(one), splits: false }))];
    command.assignments.push(...values.map((one) => ({ name: name[1] ?? '', value: one })));
  } else command.words.push({ ...value, text: `${word.text}(${text})` });
  return true;
}

/** An array's words between parentheses, the opening one behind us. */
function readArray(cursor: Cursor): readonly ReadWord[] {
  const words: ReadWord[] = [];
  while (!take(cursor, ')')) {
    if (take(cursor, '\n') || take(cursor, ' ') || take(cursor, '\t') || take(cursor, '\\\n'))
      continue;
    if (here(cursor) === '#') giveUp(cursor, 'a comment in an array');
    const word = readWord(cursor);
    if (word.text === '' && !word.quoted) giveUp(cursor, 'an array that is not closed');
    words.push(word);
  }
  return words;
}

function addAssignment(command: Draft, word: ReadWord): boolean {
  const match = ASSIGNMENT.exec(word.bare);
  if (match === null) return false;
  const start = match[0].length;
  const text = word.text.slice(start);
  const isHome = /^~|:~/.test(word.bare.slice(start));
  // In an assignment neither globs nor braces are expanded, and nothing splits.
  const kept = word.expansions.filter(
    (one) => one !== 'glob' && one !== 'brace' && one !== 'tilde',
  );
  const value = {
    text,
    expansions: isHome ? [...kept, 'tilde' as const] : kept,
    splits: false,
    literalFrom: Math.max(0, word.literalFrom - start),
  };
  command.assignments.push({ name: match[1] ?? '', value });
  return true;
}

const REDIRECT = /(?:[0-9]+|\{[A-Za-z_][A-Za-z0-9_]*\})?(<<<|<<-|<<|<>|<&|>>|>\||>&|<|>)|(&>>|&>)/y;

/** Reads a redirection if one stands here. */
export function readRedirect(cursor: Cursor, redirects: RedirectDraft[]): boolean {
  REDIRECT.lastIndex = cursor.at;
  const match = REDIRECT.exec(cursor.source);
  if (match === null) return false;
  const written = match[1] ?? match[2] ?? '';
  // `<(` and `>(` begin a word.
  const after = cursor.source.charAt(cursor.at + match[0].length);
  if ((written === '<' || written === '>') && after === '(') return false;
  cursor.at += match[0].length;
  if (next(cursor, '\\\n')) giveUp(cursor, 'an operator that is broken over two lines');
  skipBlanks(cursor);
  const target = readWord(cursor);
  if (target.text === '' && !target.quoted) giveUp(cursor, `nothing after ${written}`);
  const operator = (written === '<<-' ? '<<' : written) as CommandRedirect['operator'];
  const redirect: RedirectDraft = { operator, target: plainWord(target) };
  redirects.push(redirect);
  if (operator === '<<') {
    if (target.expansions.length > 0) giveUp(cursor, 'a here-document whose end is an expansion');
    const stripsTabs = written === '<<-';
    cursor.pending.set(redirect, {
      within: expansionsAround(cursor),
      literal: target.quoted,
      stripsTabs,
      arrived: () => undefined,
    });
  }
  return true;
}

/** Adds a complete command, and what it wraps. */
export function addCommand(cursor: Cursor, draft: Draft): void {
  const command: CommandDraft = { ...draft, program: programOf(draft.words) };
  cursor.reading.commands.push(command);
  const all = [command, ...openWrappers(cursor.reading, command)];
  // Asked once, because a command may have as many redirections as words.
  const readers = draft.redirects.length === 0 ? [] : all.filter(readsScriptFromInput);
  for (const redirect of draft.redirects) {
    const open = () => {
      for (const one of readers) openInput(cursor.reading, one, redirect);
    };
    const pending = cursor.pending.get(redirect);
    if (pending === undefined) open();
    else pending.arrived = open;
  }
}
