/**
 * Tripwire's own commands that are a person's to run: those that release, grant, pin or switch off.
 *
 * An agent that could run them would need no release. It sees how things stand with all the others.
 */
import type { CommandLine, CommandWord } from '../../shell/index.ts';
import { behind, programCalls } from './command-words.ts';

const PERSONS_COMMANDS: readonly (readonly string[])[] = [
  ['identity', 'pin'],
  ['release'],
  ['resume'],
  ['resume-all'],
  ['grant'],
  ['refuse'],
  // What an agent says of itself is no person's word.
  ['mark'],
  ['off'],
  // With --shadow loops are only reported.
  ['arm'],
  // With a key of its own an agent would have another name.
  ['keys', 'make'],
  ['keys', 'rotate'],
  ['keys', 'revoke'],
  ['keys', 'off'],
  ['init', '--remove'],
  // With a made-up payload it would report calls that never were.
  ['hook'],
];
const PROGRAM = /^(?:agent-)?tripwire$/;
const SCRIPT = /(?:^|\/)(?:bin\/tripwire|cli\/main\.[jt]s)$/;

/** The commands of a person in a line, such as `tripwire resume`. */
export function personsCommands({ commands }: CommandLine): readonly string[] {
  const found = commands.flatMap(programCalls).flatMap(({ program, args }) => {
    const own = PROGRAM.test(program ?? '') ? args : behindScript(args);
    if (own === null) return [];
    return PERSONS_COMMANDS.filter((words) => behind(own, words).length > 0);
  });
  return [...new Set(found.map((words) => `tripwire ${words.join(' ')}`))];
}

/** `node …/cli/main.js resume` is `tripwire resume`. */
function behindScript(args: readonly CommandWord[]): readonly CommandWord[] | null {
  const at = args.findIndex(({ text }) => SCRIPT.test(text));
  return at === -1 ? null : args.slice(at + 1);
}
