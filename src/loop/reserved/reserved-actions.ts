/**
 * What a command line would do that may be reserved, by name: `push:main`, `publish:npm`, `deploy:kubectl`.
 *
 * From the commands as a shell reads them, not from the text: a quote or a chain hides nothing, and a push that is only
 * spoken of is none. What a script or a git alias does inside cannot be seen.
 */
import type { CommandLine, CommandWord, SimpleCommand } from '../../shell/index.ts';
import { UNKNOWN } from '../manifest/roles.ts';
import { behind, isOption, programCalls, type ProgramCall } from './command-words.ts';
import { gitActions, gitCall } from './git-actions.ts';
import {
  after,
  branchesFor,
  reached,
  walkFrom,
  type BranchOf,
  type BranchWalk,
} from './git-branch-walk.ts';
import { RESERVED_COMMANDS, TELLING_VERBS, type ReservedCommand } from './reserved-commands.ts';

/** The action of a line that cannot be read: it may do anything. */
const UNREADABLE = `unreadable:${UNKNOWN}`;

/** What a command line would do, each action once. */
export function reservedActions(
  { commands, unreadable }: CommandLine,
  cwd: string,
  branchOf: BranchOf,
): readonly string[] {
  const found = new Set<string>(unreadable.length > 0 ? [UNREADABLE] : []);
  let walk = walkFrom(cwd, branchOf);
  for (const command of commands) {
    walk = reached(walk, command);
    for (const action of actionsOf(command, walk, branchOf)) found.add(action);
    walk = after(walk, command, branchOf);
  }
  return [...found];
}

function actionsOf(
  command: SimpleCommand,
  walk: BranchWalk,
  branchOf: BranchOf,
): readonly string[] {
  // Another repository than the folder tells.
  const isElsewhere = command.assignments.some(({ name }) => /^GIT_(?:DIR|CONFIG)/.test(name));
  const calls = programCalls(command).flatMap((call) => {
    const ofGit =
      call.program === 'git' || call.program === null
        ? ofGitCall(call, walk, branchOf, isElsewhere)
        : [];
    return [...ofGit, ...ofOthers(call)];
  });
  return runsWhatItIsTold(command) ? [...calls, UNREADABLE] : calls;
}

/** A shell that gets its commands through a pipe. */
function runsWhatItIsTold({ program, words, pipedFrom }: SimpleCommand): boolean {
  const isShell = program !== null && /^(?:ba|z|da|k|a|fi)?sh$/.test(program);
  return isShell && pipedFrom !== null && words.slice(1).every(isOption);
}

function ofGitCall(
  { program, args }: ProgramCall,
  walk: BranchWalk,
  branchOf: BranchOf,
  isElsewhere: boolean,
): readonly string[] {
  const call = gitCall(args);
  // A program that is not known may be git; then it must at least look like it.
  if (program === null && call.subcommand !== 'push') return [];
  return gitActions(call, isElsewhere ? [UNKNOWN] : branchesFor(walk, call, branchOf));
}

function ofOthers(call: ProgramCall): readonly string[] {
  const { program, args } = call;
  if (isOnlyTried(args)) return [];
  const found = RESERVED_COMMANDS.filter((row) => isCalled(row, call)).map(
    ({ kind }) => `${kind}:${kind === 'tag' ? UNKNOWN : (program ?? UNKNOWN)}`,
  );
  // Without a subcommand it deploys what is here.
  const isBareDeploy = program === 'vercel' && args.every(isOption);
  return isBareDeploy ? [...found, 'deploy:vercel'] : found;
}

function isCalled({ programs, subcommands }: ReservedCommand, call: ProgramCall): boolean {
  const { program, args } = call;
  if (program !== null) return programs.includes(program) && behind(args, subcommands).length > 0;
  const [verb] = args;
  return (
    verb !== undefined &&
    verb.text === subcommands[0] &&
    TELLING_VERBS.includes(verb.text) &&
    behind(args, subcommands).length > 0
  );
}

/** `--dry-run`, unless it is taken back. */
function isOnlyTried(args: readonly CommandWord[]): boolean {
  const end = args.findIndex(({ text }) => text === '--');
  const own = end === -1 ? args : args.slice(0, end);
  if (own.some(({ text }) => /^(?:--help|-h)$/.test(text))) return true;
  const at = own.findIndex(({ text }) => /^--dry-run(?:=(?:client|server|true))?$/.test(text));
  const isTakenBack =
    own.some(({ text }) => /^--(?:no-dry-run|dry-run=(?:none|false))/.test(text)) ||
    /^(?:false|none)$/.test(own[at + 1]?.text ?? '');
  return at !== -1 && !isTakenBack;
}
