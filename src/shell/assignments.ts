import type { CommandAssignment, CommandWord, SimpleCommand } from './command-line.ts';
/**
 * The variables that a command sets: before a program, alone, by `export` and its like, or by a builtin that stores a
 * text which the line itself gives.
 */
import { SHELLS } from './wrapper-table.ts';

const DECLARERS: readonly string[] = [
  'export',
  'declare',
  'typeset',
  'readonly',
  'local',
  'setenv',
];
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** What it sets, in order. A name that is declared without a value has an empty one. */
export function assignmentsOf(command: SimpleCommand): readonly CommandAssignment[] {
  const { assignments, program, words } = command;
  const rest = words.slice(1);
  if (program === null) return assignments;
  if (DECLARERS.includes(program)) return [...assignments, ...rest.flatMap(declared)];
  if (program === 'printf') return [...assignments, ...printed(rest)];
  if (program === 'read') return [...assignments, ...wasRead(command, rest)];
  if (program === 'set') return [...assignments, ...positional(rest, '--', 1)];
  if (SHELLS.includes(program)) return [...assignments, ...positional(rest, '-c', 0)];
  return assignments;
}

function declared(word: CommandWord): readonly CommandAssignment[] {
  if (NAME.test(word.text)) return [{ name: word.text, value: { ...word, text: '' } }];
  const [head, name = ''] = /^([A-Za-z_][A-Za-z0-9_]*)\+?=/.exec(word.text) ?? [];
  if (head === undefined) return [];
  const literalFrom = Math.max(0, word.literalFrom - head.length);
  const text = word.text.slice(head.length);
  return [{ name, value: { ...word, text, literalFrom, splits: false } }];
}

/** `set -- A B` makes `$1` and `$2`, `sh -c SCRIPT A B` makes `$0` and `$1`; of `$@` each may be meant. */
function positional(
  words: readonly CommandWord[],
  behind: '--' | '-c',
  first: number,
): readonly CommandAssignment[] {
  const isScript = behind === '-c';
  const at = words.findIndex(({ text }) =>
    isScript ? /^-[A-Za-z]*c[A-Za-z]*$/.test(text) : text === behind,
  );
  if (at < 0) return [];
  const script = words.findIndex(({ text }, index) => index > at && !/^[-+]/.test(text));
  const given = isScript ? (script < 0 ? [] : words.slice(script + 1)) : words.slice(at + 1);
  return given.flatMap((value, index) =>
    [String(first + index), '@', '*'].map((name) => ({ name, value: { ...value, splits: false } })),
  );
}

/** `printf -v NAME TEXT`. */
function printed(words: readonly CommandWord[]): readonly CommandAssignment[] {
  const at = words.findIndex(({ text }) => text === '-v');
  const name = words[at + 1]?.text ?? '';
  const format = words[at + 2];
  if (at < 0 || !NAME.test(name) || format === undefined) return [];
  const value = /^%s(?:\\n)?$/.test(format.text) ? (words[at + 3] ?? format) : format;
  return [{ name, value: { ...value, splits: false } }];
}

/** `read NAME <<< TEXT`. */
function wasRead(
  { redirects }: SimpleCommand,
  words: readonly CommandWord[],
): readonly CommandAssignment[] {
  const given = redirects.find(({ operator }) => operator === '<<<')?.target;
  const name = words.findLast(({ text }) => NAME.test(text))?.text;
  return given === undefined || name === undefined ? [] : [{ name, value: given }];
}
