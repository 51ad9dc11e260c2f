/**
 * Tripwire's own commands that are a person's to run: those that release, grant, pin or switch off.
 *
 * An agent that could run them would need no release. It sees how things stand with all the others.
 */
import type { CommandLine, CommandWord } from '../../shell/index.ts';
import { behind, programCalls } from './command-words.ts';

const PERSONS_COMMANDS: readonly (readonly string[])[] = [
  ['identity', 'pin'],
  // Whoever opens the link is the owner on the page.
  ['login'],
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
  // With a made-up payload it would report calls that never were, or how full a plan is not.
  ['hook'],
  ['status-line'],
  // What stands since the copy was made, or by the true time, would be gone.
  ['doctor', '--accept-journal'],
  ['doctor', '--accept-clock'],
  ['migrate'],
  // A person counts on it.
  ['service', 'install'],
  ['service', 'remove'],
  ['panic-link', 'revoke'],
];
const PROGRAM = /^(?:agent-)?tripwire$/;
/** Its launcher, what that starts, and the sources. */
const SCRIPT = /(?:^|\/)(?:tripwire|start-hook\.cjs|(?:cli|program)\/main\.[jt]s|hook\/main\.cjs)$/;

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
