/**
 * What a shell command line would run: its simple commands, with everything that hides one opened.
 *
 * A policy that looks at the raw line is fooled by a quote. So the line is read as a POSIX shell reads it, with
 * what bash adds: chains, pipes, groups, subshells, `$(…)`, backticks, process substitution, here-documents,
 * functions; and the commands inside `sh -c`, `eval`, `sudo`, `xargs`, `find -exec` and their like are read too.
 * Nothing is run and nothing is looked up. What cannot be read is said in `unreadable`, and whoever decides must
 * then refuse: a line we misread is a line that we cannot judge.
 *
 * It never throws, and its time is linear in the length of the line.
 */
import { readList, readScript } from './grammar.ts';
import type { Reading } from './reading.ts';

/** What makes a word differ from what is written; `input` is what a wrapper such as xargs fills in. */
export type Expansion =
  | 'tilde'
  | 'variable'
  | 'command'
  | 'arithmetic'
  | 'process'
  | 'glob'
  | 'brace'
  | 'input';

/** One word, quotes removed. */
export interface CommandWord {
  /** Its text; an expansion stands in it as it is written, such as `$HOME/x`. */
  readonly text: string;
  /** Empty when the text is exactly what the program gets. */
  readonly expansions: readonly Expansion[];
  /** It may become several words, or none: an expansion stands outside quotes. */
  readonly splits: boolean;
  /** Where in the text the last expansion ends: what follows is literal. 0 when there is none. */
  readonly literalFrom: number;
}

/** `NAME=value` before a command, or alone. An array has its words, joined by blanks, and then each of them. */
export interface CommandAssignment {
  readonly name: string;
  readonly value: CommandWord;
}

/** A redirection; `body` is the text of a here-document, whose target is its delimiter. */
export interface CommandRedirect {
  readonly operator: '<' | '>' | '>>' | '>|' | '<>' | '<&' | '>&' | '&>' | '&>>' | '<<' | '<<<';
  readonly target: CommandWord;
  readonly body?: CommandWord;
}

/** How a command is joined to the one before it; null for the first of its list. */
export type CommandJoin = '&&' | '||' | ';' | '|' | '&' | '\n' | null;

/** What stands around a command, outermost first. */
export interface CommandNesting {
  readonly kind: 'subshell' | 'group' | 'substitution' | 'process' | 'function' | 'wrapper';
  /** The function's name, or the wrapping program. */
  readonly name?: string;
}

/** One simple command. */
export interface SimpleCommand {
  readonly assignments: readonly CommandAssignment[];
  /** The program and its arguments; empty when there are only assignments or redirections. */
  readonly words: readonly CommandWord[];
  /** The program's name without its folder; null when there is none or it cannot be known. */
  readonly program: string | null;
  readonly redirects: readonly CommandRedirect[];
  readonly join: CommandJoin;
  /** Read from a pipe: any command from this index up to its own may write to it. Null: no pipe. */
  readonly pipedFrom: number | null;
  readonly inside: readonly CommandNesting[];
  /** It is ended by `&`: nobody waits for it. */
  readonly background: boolean;
}

/** What could not be read, in words, and where in its text. */
export interface Unreadable {
  readonly what: string;
  readonly at: number;
}

/** A command line as read. */
export interface CommandLine {
  /** As written, but what an expansion runs stands before its command. A wrapper stands before what it runs, the values of a loop before its commands. */
  readonly commands: readonly SimpleCommand[];
  readonly unreadable: readonly Unreadable[];
}

/** A longer line cannot be handed to a shell as one argument on Linux. */
export const COMMAND_LINE_CHARACTERS_MAX = 131_072;

/** Reads a command line. */
export function readCommandLine(line: string): CommandLine {
  if (line.length > COMMAND_LINE_CHARACTERS_MAX) {
    const what = `the line has ${line.length} characters; at most ${COMMAND_LINE_CHARACTERS_MAX} are read`;
    return { commands: [], unreadable: [{ what, at: COMMAND_LINE_CHARACTERS_MAX }] };
  }
  // Scripts inside scripts are read again at each level; the allowance keeps that linear.
  const reading: Reading = {
    commands: [],
    unreadable: [],
    charactersLeft: 8 * line.length + 1_000,
    readList,
    readScript,
  };
  readScript(reading, line, [], null);
  return { commands: reading.commands, unreadable: reading.unreadable };
}
