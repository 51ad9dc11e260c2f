import { fitsAny } from '../../base/glob.ts';
/**
 * Command rules: which simple commands are not allowed, as data, so that users add their own.
 */
import { assignmentsOf, type SimpleCommand } from '../../shell/index.ts';
import type { CommandScene } from './command-scene.ts';

/** What a command looks like. Everything that is given must fit; in patterns `*` stands for any text. */
export interface CommandShape {
  /** The program, without its folder: one of these. */
  readonly programs?: readonly string[];
  /** These words in this order among those that are no options, for example `['stash', 'drop']`. */
  readonly verbs?: readonly string[];
  /** Of each group one option: `[['-r', '--recursive'], ['-f']]` fits `-rf`. */
  readonly options?: readonly (readonly string[])[];
  /** One argument fits one of these. */
  readonly arguments?: readonly string[];
  /** One redirection goes to, or comes from, one of these. */
  readonly redirects?: readonly string[];
  /** It sets one of these variables. */
  readonly variables?: readonly string[];
  /** It reads from a pipe into which one of these programs may write. */
  readonly fedBy?: readonly string[];
}

/** What no shape can say. It must not change anything. */
export type CommandTest = (
  command: SimpleCommand,
  scene: CommandScene,
) => boolean | Promise<boolean>;

/** A kind of command that is not allowed. */
export interface CommandRule {
  /** Unique, for example `force-push`: to find it in a reason and to leave it out. */
  readonly id: string;
  /** What the agent is told: what is wrong, and what to do instead. */
  readonly why: string;
  readonly forbids: CommandShape | CommandTest;
}

/** Whether a rule forbids a command. */
export async function forbids(
  rule: CommandRule,
  command: SimpleCommand,
  scene: CommandScene,
): Promise<boolean> {
  return typeof rule.forbids === 'function'
    ? rule.forbids(command, scene)
    : fitsShape(rule.forbids, command, scene);
}

/** Whether a command looks like this. */
export function fitsShape(
  shape: CommandShape,
  command: SimpleCommand,
  scene: Pick<CommandScene, 'line' | 'index'>,
): boolean {
  const { program, redirects } = command;
  const texts = argumentsOf(command);
  const fits = (patterns: readonly string[] | undefined, found: readonly string[]) =>
    patterns === undefined || found.some((text) => fitsAny(patterns, text));
  return (
    fits(shape.programs, program === null ? [] : [program]) &&
    fits(shape.arguments, texts) &&
    fits(
      shape.redirects,
      redirects.map(({ target }) => target.text),
    ) &&
    fits(
      shape.variables,
      assignmentsOf(command).map(({ name }) => name),
    ) &&
    fits(shape.fedBy, feedersOf(command, scene)) &&
    hasVerbs(shape.verbs ?? [], texts) &&
    (shape.options ?? []).every((group) => hasOption(command, group))
  );
}

/** The arguments of a command, as text. */
export function argumentsOf(command: SimpleCommand): readonly string[] {
  return command.words.slice(1).map(({ text }) => text);
}

/** The programs that may write into the pipe that a command reads. */
export function feedersOf(
  command: SimpleCommand,
  { line, index }: Pick<CommandScene, 'line' | 'index'>,
): readonly string[] {
  if (command.pipedFrom === null) return [];
  const feeding = line.commands.slice(command.pipedFrom, index);
  return feeding.map(({ program }) => program ?? '');
}

function hasVerbs(verbs: readonly string[], texts: readonly string[]): boolean {
  let found = 0;
  for (const text of texts) if (text === verbs[found]) found += 1;
  return found === verbs.length;
}

/**
 * Whether one of these options is given: `--force`, `--force=yes`, `-f`, or `-f` among others as in `-rf`. Most programs
 * take the beginning of a long one too: `--forc`.
 */
export function hasOption(command: SimpleCommand, options: readonly string[]): boolean {
  const texts = argumentsOf(command);
  const end = texts.indexOf('--');
  return (end < 0 ? texts : texts.slice(0, end)).some((text) =>
    options.some((option) => {
      if (text === option || text.startsWith(`${option}=`)) return true;
      if (/^--[a-z]{2}/.test(text) && option.startsWith(text.replace(/=.*$/s, ''))) return true;
      const isLetter = /^-[A-Za-z0-9]$/.test(option);
      return isLetter && /^-[A-Za-z0-9]+$/.test(text) && text.includes(option.charAt(1));
    }),
  );
}
