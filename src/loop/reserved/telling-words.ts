/**
 * Whether a command line has the words in it without which it does nothing reserved.
 *
 * A first look that costs nothing, because the shell reader is not loaded for `ls`. It errs on the side of reading: the
 * words may stand anywhere, quotes and backslashes do not hide them, and next to an expansion one of them is enough.
 */
import { RESERVED_COMMANDS, TELLING_VERBS } from './reserved-commands.ts';

const GIT_VERBS = ['push', 'tag', 'subtree', 'send-pack', 'http-push', 'dcommit'];
const OWN = ['tripwire', 'agent-tripwire', 'start-hook.cjs', 'main.ts', 'main.js', 'main.cjs'];
const PROGRAMS = new Set(['git', ...RESERVED_COMMANDS.flatMap(({ programs }) => programs)]);

/** Whether the line is to be read. */
export function isTelling(line: string): boolean {
  const words = new Set(line.replace(/["'\\]/g, '').split(/[^\w.-]+/));
  if (OWN.some((word) => words.has(word))) return true;
  if (words.has('git') && GIT_VERBS.some((verb) => words.has(verb))) return true;
  const hasCommand = RESERVED_COMMANDS.some(
    ({ programs, subcommands }) =>
      programs.some((program) => words.has(program)) &&
      subcommands.every((word) => word === '*' || words.has(word)),
  );
  if (hasCommand || words.has('vercel')) return true;
  if (!/[$`*?{]/.test(line)) return false;
  return (
    TELLING_VERBS.some((verb) => words.has(verb)) || [...words].some((word) => PROGRAMS.has(word))
  );
}
