/**
 * Which branch a chain of commands may be on when it comes to a push: `git switch -c fix && git push -u origin HEAD`.
 *
 * Behind `&&` everything before has worked. Behind anything else it may have failed, and then what was true before
 * still is, so both are possible.
 */
import { isAbsolute, resolve } from 'node:path';
import type { SimpleCommand } from '../../shell/index.ts';
import { UNKNOWN } from '../manifest/roles.ts';
import { isOption, isPlain } from './command-words.ts';
import { gitCall, type GitCall } from './git-actions.ts';

/** What may be true at a point of the chain. */
export interface BranchWalk {
  /** Null when it cannot be known. */
  readonly folder: string | null;
  readonly branches: readonly string[];
  /** What holds instead if a command since did not work. */
  readonly otherwise: readonly string[];
}

/** Tells the branch of a folder; null when there is none. */
export type BranchOf = (folder: string) => string | null;

const NEW_BRANCH = /^(?:-[bBcC]|--orphan|--create|--force-create)$/;

/** Before the first command. */
export function walkFrom(folder: string, branchOf: BranchOf): BranchWalk {
  return { folder, branches: [branchOf(folder) ?? UNKNOWN], otherwise: [] };
}

/** The branches that this command may be on. */
export function branchesFor(
  walk: BranchWalk,
  call: GitCall,
  branchOf: BranchOf,
): readonly string[] {
  if (call.folder === '') return walk.branches;
  if (call.folder === null) return [UNKNOWN];
  const folder = from(walk.folder, call.folder);
  return [folder === null ? UNKNOWN : (branchOf(folder) ?? UNKNOWN)];
}

/** How this command is reached: what may have failed before it. */
export function reached(walk: BranchWalk, { join }: SimpleCommand): BranchWalk {
  if (join === '&&' || join === null || walk.otherwise.length === 0) return walk;
  return { ...walk, branches: union(walk.branches, walk.otherwise), otherwise: [] };
}

/** What is true when this command has run. */
export function after(walk: BranchWalk, command: SimpleCommand, branchOf: BranchOf): BranchWalk {
  const { program, words, inside, background } = command;
  const isSure = inside.length === 0 && !background;
  if (program === 'cd' || program === 'pushd' || program === 'popd') {
    const target = words.slice(1).find((word) => !isOption(word));
    const folder = target !== undefined && isPlain(target) ? from(walk.folder, target.text) : null;
    const branch = folder === null ? UNKNOWN : (branchOf(folder) ?? UNKNOWN);
    // A folder that may not have been entered is nothing to go on from.
    return { ...changed(walk, [branch], isSure), folder: isSure ? folder : null };
  }
  if (program === 'gh' && words.some(({ text }) => text === 'checkout')) {
    return changed(walk, [UNKNOWN], false);
  }
  if (program !== 'git') return walk;
  const { subcommand, args } = gitCall(words.slice(1));
  if (subcommand === 'checkout' || subcommand === 'switch') {
    const at = args.findIndex(({ text }) => NEW_BRANCH.test(text));
    const name = at === -1 ? args.find((word) => !isOption(word)) : args[at + 1];
    if (name === undefined) return walk;
    const branch = isPlain(name) && name.text !== '-' ? name.text : UNKNOWN;
    // `git checkout NAME` may as well restore a file of that name.
    return changed(walk, [branch], isSure && (at !== -1 || subcommand === 'switch'));
  }
  const moves =
    subcommand === 'symbolic-ref' ||
    (subcommand === 'branch' &&
      args.some(({ text }) => /^-[a-z]*[mMcC]|^--(?:move|copy)/.test(text))) ||
    (subcommand === 'stash' && args[0]?.text === 'branch');
  return moves ? changed(walk, [UNKNOWN], false) : walk;
}

function changed(walk: BranchWalk, branches: readonly string[], isSure: boolean): BranchWalk {
  return isSure
    ? { ...walk, branches, otherwise: union(walk.otherwise, walk.branches) }
    : { ...walk, branches: union(walk.branches, branches) };
}

function from(folder: string | null, path: string): string | null {
  if (isAbsolute(path)) return path;
  return folder === null || path.startsWith('~') || path === '-' ? null : resolve(folder, path);
}

function union(one: readonly string[], other: readonly string[]): readonly string[] {
  return [...new Set([...one, ...other])];
}
