/**
 * The command lines among a tool's parameters.
 *
 * A command comes as one line, as a list of words (as programs get it), or as a list of lines.
 */
import { namedValues } from './named-values.ts';

/** How tools usually call a command line. */
export const COMMAND_PARAMS: readonly string[] = ['command', 'cmd', 'commands'];

/** The lines, at any depth; null when one is neither text nor a list of texts, or there is too much to search. */
export function commandTexts(params: unknown, names: readonly string[]): readonly string[] | null {
  const lists = new Map<string, string[]>();
  const lines: string[] = [];
  for (const { at, value } of namedValues(params, names) ?? [{ at: '', value: null }]) {
    if (typeof value !== 'string') return null;
    const list = /^(.*)\.\d+$/.exec(at)?.[1];
    if (list === undefined) lines.push(value);
    else lists.set(list, [...(lists.get(list) ?? []), value]);
  }
  for (const words of lists.values()) {
    // No program has a blank in its name, so a list that begins with one is a list of lines.
    if (/\s/.test(words[0]?.trim() ?? '')) lines.push(...words);
    else lines.push(words.map(quoted).join(' '));
  }
  return lines;
}

/** One word, whatever is in it. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
