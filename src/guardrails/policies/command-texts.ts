/**
 * The command lines among a tool's parameters.
 *
 * A command comes as one line, as a list of words (as programs get it), as a program with a list of words beside it, or as
 * a list of lines.
 */
import { fieldsOf, listOf } from '../../base/json-values.ts';
import { namedValues } from './named-values.ts';

/** How tools usually call a command line. */
export const COMMAND_PARAMS: readonly string[] = [
  'command',
  'commands',
  'cmd',
  'command_line',
  'cmd_line',
  'command_string',
  'argv',
];

/** How names of such parameters end: `shell_command`, `bashCmd`. */
const COMMAND_ENDINGS: readonly string[] = ['command', 'commands', 'cmd', 'cmdline', 'commandline'];

/** Where some tools keep the words behind the program that a command names. */
const WORDS_BEHIND: readonly string[] = ['args', 'arguments', 'argv', 'params', 'parameters'];

/** The lines, at any depth; null when one is neither text nor a list of texts, or there is too much to search. */
export function commandTexts(params: unknown, names: readonly string[]): readonly string[] | null {
  const lists = new Map<string, string[]>();
  const lines: string[] = [];
  const endings = names === COMMAND_PARAMS ? COMMAND_ENDINGS : [];
  for (const { at, value } of namedValues(params, names, endings) ?? [{ at: '', value: null }]) {
    if (typeof value !== 'string') return null;
    const list = /^(.*)\.\d+$/.exec(at)?.[1];
    if (list === undefined) lines.push(value, ...withWords(params, at, value));
    else lists.set(list, [...(lists.get(list) ?? []), value]);
  }
  for (const words of lists.values()) {
    // No program has a blank in its name, so a list that begins with one is a list of lines.
    if (/\s/.test(words[0]?.trim() ?? '')) lines.push(...words);
    else lines.push(words.map(quoted).join(' '));
  }
  return lines;
}

/** The line with the words that stand in a list beside it: `{ command: 'git', args: ['push'] }`. */
function withWords(params: unknown, at: string, line: string): readonly string[] {
  let beside = params;
  for (const key of at.split('.').slice(0, -1)) {
    beside = Array.isArray(beside) ? listOf(beside)[Number(key)] : fieldsOf(beside)[key];
  }
  const fields = fieldsOf(beside);
  return WORDS_BEHIND.flatMap((name) => {
    const words = listOf(fields[name]);
    const isWords = words.length > 0 && words.every((word) => typeof word === 'string');
    return isWords ? [`${line} ${words.map((word) => quoted(word)).join(' ')}`] : [];
  });
}

/** One word, whatever is in it. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
