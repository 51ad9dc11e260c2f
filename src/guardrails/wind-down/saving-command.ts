/**
 * Whether a command line only saves work: `git add`, `git commit`, `git stash`, or a note that is written.
 *
 * Every command of the line must be one of these in a form that is known; an option, an expansion or a nesting that is
 * not makes it something else. Nothing here reaches a network. What a project's own git hooks do at a commit is theirs.
 */
import { readCommandLine, type CommandWord, type SimpleCommand } from '../../shell/index.ts';
import { isNoteFolder, isNotePath } from './note-file.ts';

const JOINS: ReadonlySet<SimpleCommand['join']> = new Set([null, '&&', ';', '\n']);
const ADD_OPTION = /^(?:-A|--all|-u|--update|-v|--verbose|--|\.)$/;
const COMMIT_FLAG =
  /^(?:-[aqnsv]+|--all|--quiet|--no-verify|--allow-empty|--signoff|--verbose|--no-gpg-sign|--)$/;
const COMMIT_MESSAGE = /^(?:-[aqnsv]*m|--message)$/;
const STASH_FLAG = /^(?:-u|-q|--include-untracked|--quiet|--)$/;

/** Whether the line saves work and does nothing else. */
export function isSavingCommand(line: string): boolean {
  const { commands, unreadable } = readCommandLine(line);
  if (unreadable.length > 0) return false;
  const [outer, inner] = [
    commands.filter(({ inside }) => inside.length === 0),
    commands.filter(({ inside }) => inside.length > 0),
  ];
  return outer.length > 0 && outer.every(saves) && inner.every(isText) && !writesWhereHidden(outer);
}

/** A note by its own name, after a `cd` to where what is hidden, or read as orders, is kept. */
function writesWhereHidden(commands: readonly SimpleCommand[]): boolean {
  const folders = commands
    .filter(({ program }) => program === 'cd')
    .flatMap(({ words }) => words.slice(1).map(({ text }) => text));
  return !folders.every(isNoteFolder) && commands.some((command) => !isGitOrMove(command));
}

function isGitOrMove({ program }: SimpleCommand): boolean {
  return program === 'git' || program === 'cd';
}

function saves(command: SimpleCommand): boolean {
  const { assignments, words, join, pipedFrom, background } = command;
  if (assignments.length > 0 || pipedFrom !== null || background || !JOINS.has(join)) return false;
  const [program, ...args] = words;
  if (program === undefined || !isPlain(program)) return false;
  switch (program.text) {
    case 'git':
      return isQuiet(command) && savesByGit(args);
    case 'cd':
      return isQuiet(command) && args.length === 1 && args.every(isPlain);
    case 'echo':
      return args.every(isPlain) && writesNote(command, false);
    case 'printf':
      // `-v` sets a variable of the shell, such as the path of what is run next, and evaluates its name.
      return isPrinted(args) && writesNote(command, false);
    case 'cat':
      return args.length === 0 && writesNote(command, true);
    default:
      return false;
  }
}

function savesByGit([subcommand, ...args]: readonly CommandWord[]): boolean {
  if (subcommand === undefined || !isPlain(subcommand)) return false;
  switch (subcommand.text) {
    case 'add':
      return args.length > 0 && args.every(isAdded);
    case 'commit':
      return isCommit(args);
    case 'stash':
      return isStash(args);
    default:
      return false;
  }
}

/** A path, where the shell may fill in names, or an option that is known. */
function isAdded(word: CommandWord): boolean {
  const isNamed = word.expansions.every((one) => one === 'glob') && !word.text.startsWith('-');
  return isNamed || (isPlain(word) && ADD_OPTION.test(word.text));
}

function isCommit(args: readonly CommandWord[]): boolean {
  let messages = 0;
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at];
    if (word === undefined) return false;
    if (isPlain(word) && COMMIT_MESSAGE.test(word.text)) {
      at += 1;
      if (!isMessage(args[at])) return false;
      messages += 1;
    } else if (word.text.startsWith('--message=')) {
      if (!isMessage(word)) return false;
      messages += 1;
    } else if (!isPlain(word) || (word.text.startsWith('-') && !COMMIT_FLAG.test(word.text))) {
      return false;
    }
  }
  // Without a message an editor would be opened, which is whatever program the settings name.
  return messages > 0;
}

function isStash([act, ...rest]: readonly CommandWord[]): boolean {
  if (act === undefined) return true;
  const isNamed = isPlain(act) && (act.text === 'push' || act.text === 'save');
  const args = isNamed ? rest : [act, ...rest];
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at];
    if (word === undefined || !isPlain(word)) return false;
    if (word.text === '-m' || word.text === '--message') {
      at += 1;
      if (!isMessage(args[at])) return false;
    } else if (word.text.startsWith('-') ? !STASH_FLAG.test(word.text) : !isNamed) {
      return false;
    }
  }
  return true;
}

/** A text as it is written, or one that a `cat` with a here-document gives: such a command is looked at by itself. */
function isMessage(word: CommandWord | undefined): boolean {
  return word !== undefined && word.expansions.every((one) => one === 'command') && !word.splits;
}

/** `$(cat <<'END' … )`: gives a text that nothing is filled into. */
function isText({
  assignments,
  words,
  redirects,
  inside,
  join,
  pipedFrom,
  background,
}: SimpleCommand): boolean {
  const isOne = inside.length === 1 && inside[0]?.kind === 'substitution';
  const isAlone = join === null && pipedFrom === null && !background && assignments.length === 0;
  const isCat = words.length === 1 && words.every((word) => isPlain(word) && word.text === 'cat');
  const [here, ...others] = redirects;
  return isOne && isAlone && isCat && others.length === 0 && here !== undefined && isHere(here);
}

type Redirect = SimpleCommand['redirects'][number];

function isHere({ operator, body }: Redirect): boolean {
  return operator === '<<' && body !== undefined && isPlain(body);
}

/** One redirection into a note; a `cat` has its text from a here-document. */
function writesNote({ redirects }: SimpleCommand, needsText: boolean): boolean {
  const texts = redirects.filter(isHere);
  const notes = redirects.filter(
    ({ operator, target }) =>
      (operator === '>' || operator === '>>') && isPlain(target) && isNotePath(target.text),
  );
  const isAll = texts.length + notes.length === redirects.length;
  return isAll && notes.length === 1 && texts.length === (needsText ? 1 : 0);
}

/** A format, which may follow `--`, and what it is filled with. */
function isPrinted(args: readonly CommandWord[]): boolean {
  const [first] = args;
  return args.every(isPlain) && (first?.text === '--' || first?.text.startsWith('-') !== true);
}

/** Its output goes where it went, or nowhere. */
function isQuiet({ redirects }: SimpleCommand): boolean {
  return redirects.every(
    ({ operator, target: { text } }) =>
      (operator === '>&' && /^[12]$/.test(text)) || (operator === '>' && text === '/dev/null'),
  );
}

function isPlain({ expansions }: CommandWord): boolean {
  return expansions.length === 0;
}
