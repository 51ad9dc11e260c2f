/**
 * The variables that a command sets: before a program, alone, or by `export` and its like.
 */
import type { CommandAssignment, SimpleCommand } from '../../shell/index.ts';

const DECLARERS = ['export', 'declare', 'typeset', 'readonly', 'local', 'setenv'];

/** What it sets, in order. */
export function settingsOf({
  assignments,
  program,
  words,
}: SimpleCommand): readonly CommandAssignment[] {
  if (program === null || !DECLARERS.includes(program)) return assignments;
  const declared = words.slice(1).flatMap((word) => {
    const [head, name = ''] = /^([A-Za-z_][A-Za-z0-9_]*)\+?=/.exec(word.text) ?? [];
    if (head === undefined) return [];
    const text = word.text.slice(head.length);
    const literalFrom = Math.max(0, word.literalFrom - head.length);
    return [{ name, value: { ...word, text, literalFrom, splits: false } }];
  });
  return [...assignments, ...declared];
}
