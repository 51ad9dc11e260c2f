/**
 * What a git command does to branches and tags that others see.
 *
 * The names of actions are `push:BRANCH`, `force-push:BRANCH` and `tag:NAME`; where the name cannot be known from the
 * command it is `?`, which counts as every name.
 */
import type { CommandWord } from '../../shell/index.ts';
import { UNKNOWN } from '../manifest/roles.ts';
import { isOption, isPlain } from './command-words.ts';

/** Global options of git with a value behind them. */
const GLOBAL_WITH_VALUE =
  /^(?:-C|-c|--git-dir|--work-tree|--namespace|--super-prefix|--config-env)$/;
const PUSH_WITH_VALUE = /^(?:-o|--push-option|--repo|--receive-pack|--exec)$/;
const TAG_WITH_VALUE =
  /^-(?:[a-z]*[mFu]|-message|-file|-local-user|-cleanup|-trailer|-sort|-format)$/;
const TAG_LOOKS =
  /^(?:-l|--list|-n\d*|-v|--verify|--contains|--no-contains|--merged|--no-merged|--points-at|--column)(?:=|$)/;
/** `v1.2`, `2.0.1-rc.1`: nobody names a branch so. */
const TAG_NAME = /^v?\d+\.\d+/;
const PLUMBING = /^(?:send-pack|http-push|dcommit)$/;

/** A git command without its global options. */
export interface GitCall {
  /** Null when it cannot be known. */
  readonly subcommand: string | null;
  readonly args: readonly CommandWord[];
  /** Where it runs, by -C; null when that cannot be known; empty for here. */
  readonly folder: string | null;
}

/** Reads the global options. */
export function gitCall(words: readonly CommandWord[]): GitCall {
  let folder: string | null = '';
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    const value = words[at + 1];
    if (word === undefined) break;
    if (!isOption(word)) {
      return { subcommand: isPlain(word) ? word.text : null, args: words.slice(at + 1), folder };
    }
    if (/^--(?:git-dir|work-tree)/.test(word.text)) folder = null;
    // An alias given along may be anything.
    const set = word.text === '-c' ? value?.text : /^--config-env=(.*)$/.exec(word.text)?.[1];
    if (set !== undefined && /^(?:alias|remote|push|branch)\./i.test(set)) {
      return { subcommand: null, args: [], folder };
    }
    if (word.text === '-C') folder = joined(folder, value);
    if (GLOBAL_WITH_VALUE.test(word.text)) at += 1;
  }
  return { subcommand: '', args: [], folder };
}

function joined(folder: string | null, value: CommandWord | undefined): string | null {
  if (folder === null || value === undefined || !isPlain(value)) return null;
  return folder === '' || value.text.startsWith('/') ? value.text : `${folder}/${value.text}`;
}

/** The actions of a git command; `branches` are those that it may be on. */
export function gitActions(
  { subcommand, args }: GitCall,
  branches: readonly string[],
): readonly string[] {
  if (subcommand === null || PLUMBING.test(subcommand)) return pushes([UNKNOWN], true);
  if (subcommand === 'push') return pushActions(args, branches);
  if (subcommand === 'tag') return tagActions(args);
  if (subcommand === 'subtree' && args[0]?.text === 'push') {
    const last = args.at(-1);
    return last === undefined ? [] : refActions(last, branches, false);
  }
  return subcommand === 'svn' && args.some(({ text }) => text === 'dcommit')
    ? pushes([UNKNOWN], false)
    : [];
}

function pushActions(args: readonly CommandWord[], branches: readonly string[]): readonly string[] {
  const { options, names } = sorted(args, PUSH_WITH_VALUE);
  const has = (short: string, long: string, least: number) =>
    options.some(
      (one) =>
        (/^-[a-z]+$/i.test(one) && short !== '' && one.includes(short)) ||
        (one.length >= least + 2 && `--${long}`.startsWith(one.split('=')[0] ?? one)),
    );
  if (has('n', 'dry-run', 2) && !has('', 'no-dry-run', 5)) return [];
  if (options.includes('-h') || options.includes('--help')) return [];
  const isForced =
    has('f', 'force', 3) ||
    has('', 'force-with-lease', 6) ||
    has('d', 'delete', 2) ||
    has('', 'prune', 3);
  const tags = has('', 'tags', 1) || has('', 'follow-tags', 2) ? [`tag:${UNKNOWN}`] : [];
  if (has('', 'mirror', 1)) return [...pushes([UNKNOWN], true), `tag:${UNKNOWN}`];
  if (has('', 'all', 1) || has('', 'branches', 1)) return [...pushes([UNKNOWN], isForced), ...tags];
  const [remote, ...behindRemote] = names;
  const refs = options.some((one) => one.startsWith('--repo')) ? names : behindRemote;
  // A word that may become several may hold the branch as well.
  if (remote?.splits === true) return pushes([UNKNOWN], true);
  if (refs.length === 0) {
    const onlyTags = has('', 'tags', 1);
    return [...(onlyTags ? [] : pushes(branches, isForced)), ...tags];
  }
  const isTag = refs[0]?.text === 'tag' && refs.length > 1;
  if (isTag) return refs.slice(1).map((ref) => `tag:${isPlain(ref) ? ref.text : UNKNOWN}`);
  return [...refs.flatMap((ref) => refActions(ref, branches, isForced)), ...tags];
}

/** `+source:target`, or one name for both. */
function refActions(
  ref: CommandWord,
  branches: readonly string[],
  isForced: boolean,
): readonly string[] {
  // Whatever it becomes may begin with a plus.
  if (!isPlain(ref)) return pushes([UNKNOWN], true);
  const [, plus, source = '', , target] = /^(\+?)([^:]*)(:(.*))?$/.exec(ref.text) ?? [];
  const forced = isForced || plus === '+' || (source === '' && target !== '');
  const name = target ?? source;
  if (name === '' || name.includes('*')) return pushes([UNKNOWN], forced);
  if (name === 'HEAD' || name === '@') return pushes(branches, forced);
  if (name.startsWith('refs/tags/')) return [`tag:${name.slice('refs/tags/'.length)}`];
  const branch = name.replace(/^(?:refs\/)?heads\//, '');
  return TAG_NAME.test(branch) ? [`tag:${branch}`] : pushes([branch], forced);
}

function pushes(branches: readonly string[], isForced: boolean): readonly string[] {
  return branches.flatMap((branch) =>
    isForced ? [`push:${branch}`, `force-push:${branch}`] : [`push:${branch}`],
  );
}

function tagActions(args: readonly CommandWord[]): readonly string[] {
  const { options, names } = sorted(args, TAG_WITH_VALUE);
  if (options.some((one) => TAG_LOOKS.test(one) || one === '-h' || one === '--help')) return [];
  const isDeleting = options.some((one) => one === '-d' || one === '--delete');
  const named = isDeleting ? names : names.slice(0, 1);
  return named.map((name) => `tag:${isPlain(name) ? name.text : UNKNOWN}`);
}

/** Options by their text, and the words that are none. */
function sorted(args: readonly CommandWord[], withValue: RegExp) {
  const options: string[] = [];
  const names: CommandWord[] = [];
  let isPast = false;
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at];
    if (word === undefined) break;
    if (!isPast && word.text === '--') isPast = true;
    else if (isPast || !isOption(word)) names.push(word);
    else {
      options.push(word.text);
      if (withValue.test(word.text)) at += 1;
    }
  }
  return { options, names };
}
