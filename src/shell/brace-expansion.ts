/**
 * Writes out `{a,b}`, as bash does: `{rm,-rf,/}` is a command, and `rm -rf {dist,build}` names two folders.
 *
 * Only plain lists, outside quotes and without other expansions; the rest stays unknown and marked so.
 */
import type { CommandWord } from './command-line.ts';
import { plainWord, type ReadWord } from './word-draft.ts';

const WORDS_MAX = 64;

/** The words that this word becomes. */
export function expandBraces(word: ReadWord): readonly CommandWord[] {
  const isPlain = word.expansions.every((one) => one === 'brace' || one === 'glob');
  if (!word.expansions.includes('brace') || !isPlain || word.quoted) return [plainWord(word)];
  let texts = [''];
  let rest = word.text;
  for (;;) {
    const list = /^([^{}]*)\{([^{}]*,[^{}]*)\}/.exec(rest);
    if (list === null) break;
    const [matched, before = '', choices = ''] = list;
    const options = choices.split(',');
    if (texts.length * options.length > WORDS_MAX) return [plainWord(word)];
    texts = texts.flatMap((text) => options.map((option) => `${text}${before}${option}`));
    rest = rest.slice(matched.length);
  }
  if (/[{}]/.test(rest)) return [plainWord(word)];
  const isGlob = word.expansions.includes('glob');
  return texts
    .map((text) => `${text}${rest}`)
    .filter((text) => text !== '')
    .map((text) => ({
      text,
      expansions: isGlob ? (['glob'] as const) : [],
      splits: isGlob,
      literalFrom: isGlob ? text.length : 0,
    }));
}
