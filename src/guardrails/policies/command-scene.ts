/**
 * Where a command of a line runs, and whether a path that it names lies below the root.
 *
 * `cd` changes what a relative path means. A `cd` may fail, or run in a subshell, so several folders may be possible;
 * a path counts as inside only if it is for all of them.
 */
import {
  assignmentsOf,
  type CommandLine,
  type CommandWord,
  type SimpleCommand,
} from '../../shell/index.ts';
import type { Filesystem } from '../files/filesystem.ts';

/** Where a path leads: below the root, to the root itself, out of it, or nobody can tell. */
export type PathReach = 'inside' | 'root' | 'outside' | 'unknown';

/** One command of a line, with what a rule may ask about its surroundings. */
export interface CommandScene {
  readonly line: CommandLine;
  readonly index: number;
  /** Where the path in this word leads. A glob is judged by the folder it stands in. */
  reach(word: CommandWord): Promise<PathReach>;
}

/** Folders that a command may run in, relative to the root or absolute; null when one cannot be known. */
type Folders = readonly string[] | null;

const FOLDERS_MAX = 8;
const FOLDER_CHARACTERS_MAX = 4_096;

/** The scenes of all commands of a line. */
export function scenesOf(
  line: CommandLine,
  filesystem: Filesystem | null,
): readonly CommandScene[] {
  let folders: Folders = ['.'];
  // From here to the end everything at the top follows by &&.
  const sureFrom = line.commands.findLastIndex(
    ({ join, inside }) => join !== '&&' && inside.length === 0,
  );
  const cdPath = line.commands.flatMap(cdPathOf);
  return line.commands.map((command, index) => {
    const here = insideEnv(line, index, folders);
    const isSure = index >= sureFrom && isOfThisShell(command);
    folders = throughPath(command, cdPath, foldersAfter(command, folders, isSure));
    return { line, index, reach: (word) => reachOf(word, here, filesystem) };
  });
}

/** `env -C DIR COMMAND` runs it in another folder; what it runs stands behind it. */
function insideEnv({ commands }: CommandLine, index: number, folders: Folders): Folders {
  const wrapper = commands[index]?.inside.at(-1);
  if (wrapper?.kind !== 'wrapper' || wrapper.name !== 'env' || folders === null) return folders;
  const outer = commands.slice(0, index).findLast(({ program }) => program === 'env');
  const words = outer?.words ?? [];
  const at = words.findIndex(({ text }) => /^(?:-C|--chdir)(?:=|$)|^-C./.test(text));
  const option = words[at];
  if (option === undefined) return folders;
  const attached = option.text.replace(/^(?:-C|--chdir)=?/, '');
  const target = attached === '' ? words[at + 1] : { ...option, text: attached };
  if (target === undefined || target.expansions.length > 0) return null;
  return folders.map((folder) => joined(folder, target.text));
}

/** Whether a `cd` here changes the folder of what follows, and is waited for. */
function isOfThisShell({ inside, background, pipedFrom, join }: SimpleCommand): boolean {
  const isPlain = !background && pipedFrom === null && join !== '||';
  return isPlain && inside.length === 0;
}

/** Where commands run after this one; only after a sure `cd` it is one folder. */
function foldersAfter(
  { program, words }: SimpleCommand,
  before: Folders,
  isSure: boolean,
): Folders {
  if (program === 'popd') return null;
  if ((program !== 'cd' && program !== 'pushd') || before === null) return before;
  const targets = words.slice(1).filter(({ text }) => !/^-[A-Za-z@]|^--$/.test(text));
  const [target] = targets;
  const isHome = target === undefined ? program === 'cd' : isInHome(target);
  if (!isHome && (targets.length !== 1 || target === undefined || target.expansions.length > 0))
    return null;
  const text = isHome ? HOME_FOLDER : (target?.text ?? '');
  if (text === '' || text === '-' || text.startsWith('+')) return null;
  const after = before.map((folder) => joined(folder, text));
  const possible = [...new Set(isSure ? after : [...before, ...after])];
  const isTooMuch = possible.some((folder) => folder.length > FOLDER_CHARACTERS_MAX);
  return possible.length > FOLDERS_MAX || isTooMuch ? null : possible;
}

/** The folders in which `cd NAME` looks too. */
function cdPathOf(command: SimpleCommand): readonly string[] {
  return assignmentsOf(command)
    .filter(({ name }) => name === 'CDPATH')
    .flatMap(({ value }) => value.text.split(':'))
    .filter((folder) => folder !== '' && folder !== '.');
}

function throughPath(
  { program, words }: SimpleCommand,
  cdPath: readonly string[],
  after: Folders,
): Folders {
  const target = words.slice(1).findLast(({ text }) => !text.startsWith('-'))?.text ?? '';
  const isLookedUp =
    program === 'cd' && cdPath.length > 0 && !/^(?:\/|\.{1,2}(?:\/|$))/.test(target);
  if (!isLookedUp || after === null || target === '') return after;
  const possible = [...after, ...cdPath.map((folder) => joined(folder, target))];
  return possible.length > FOLDERS_MAX ? null : possible;
}

/** Stands for wherever the home is: not in the project. */
const HOME_FOLDER = '/~';

function isInHome({ text, expansions }: CommandWord): boolean {
  const isWritten = expansions.length > 0 && expansions.every((one) => one === 'tilde');
  return isWritten || /^(?:\$HOME|\$\{HOME\})(?:\/|$)/.test(text);
}

function joined(folder: string, path: string): string {
  return path.startsWith('/') ? path : `${folder}/${path}`;
}

async function reachOf(
  word: CommandWord,
  folders: Folders,
  filesystem: Filesystem | null,
): Promise<PathReach> {
  const others = word.expansions.filter((one) => one !== 'glob');
  if (others.length > 0) return others.every((one) => one === 'tilde') ? 'outside' : 'unknown';
  if (filesystem === null) return 'unknown';
  const isAbsolute = word.text.startsWith('/');
  if (folders === null && !isAbsolute) return 'unknown';
  const { folder, isAll } = globIn(word);
  if (folder === null) return 'unknown';
  const reaches = await Promise.all(
    (isAbsolute ? ['.'] : (folders ?? [])).map((one) =>
      reachFrom(joined(one, folder), isAll, filesystem),
    ),
  );
  return (['unknown', 'outside', 'root'] as const).find((one) => reaches.includes(one)) ?? 'inside';
}

/** The folder in which a glob stands, null if it may lead up again, and whether it means all that is in there. */
function globIn({ text, expansions }: CommandWord): {
  readonly folder: string | null;
  readonly isAll: boolean;
} {
  if (!expansions.includes('glob')) return { folder: text, isAll: true };
  const first = text.search(/[*?[]/);
  const end = text.lastIndexOf('/', first) + 1;
  const rest = text.slice(end);
  const folder = end === 0 ? '.' : text.slice(0, end);
  return { folder: rest.includes('..') ? null : folder, isAll: !/[A-Za-z0-9_]/.test(rest) };
}

/** `*` in the root is all of it; `*.log` is some of it. */
async function reachFrom(path: string, isAll: boolean, files: Filesystem): Promise<PathReach> {
  const name = await files.canonical(path).catch(() => null);
  if (name === null) return 'outside';
  return name === files.root && isAll ? 'root' : 'inside';
}
