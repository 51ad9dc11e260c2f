/**
 * Names of variables in which a command hides: `printf -v 'a[$(sudo ls)]' x` runs sudo, although everything is quoted.
 *
 * Builtins that take the name of a variable evaluate its index, and arithmetic evaluates everything. Nobody needs that, and
 * what the index would give is not known, so such a line is refused as one that cannot be read.
 */
import type { CommandWord, SimpleCommand } from './command-line.ts';

/** They take names of variables. */
const TAKES_NAMES = new Set([
  'declare',
  'export',
  'getopts',
  'let',
  'local',
  'mapfile',
  'printf',
  'read',
  'readarray',
  'readonly',
  'test',
  'typeset',
  'unset',
  'wait',
  '[',
  '[[',
]);
/** An index with a command in it, as it is written inside quotes. */
const INDEX = /[A-Za-z_]\w*\[[^\]]*(?:\$\(|`|<\()/;

/** Whether a builtin would evaluate such a name. */
export function computedName({ program, words }: SimpleCommand): boolean {
  if (program === null || !TAKES_NAMES.has(program)) return false;
  // It takes a name after its option only; all else of it is text.
  const isText = program === 'printf' && !words.some(({ text }) => text.startsWith('-v'));
  return !isText && words.some((word) => !isFilledIn(word) && INDEX.test(word.text));
}

/** `"${rows[$(f)]}"`: the shell itself evaluates it, and it was read as what it runs. */
function isFilledIn({ expansions, text }: CommandWord): boolean {
  return expansions.includes('command') && text.startsWith('${');
}
