/**
 * The command rules that come with the guardrails: what hardly any task needs, and what cannot be undone.
 */
import { readsScriptFromInput, type CommandWord, type SimpleCommand } from '../../shell/index.ts';
import { argumentsOf, feedersOf, hasOption, type CommandRule } from './command-rule.ts';
import type { CommandScene, PathReach } from './command-scene.ts';
import { readsCredentials } from './credential-paths.ts';

const DOWNLOADERS = ['curl', 'wget', 'fetch', 'aria2c', 'http', 'https', 'nc', 'ncat', 'socat'];
const INTERPRETERS = /^(?:python[\d.]*|node|deno|bun|perl|ruby|php|lua|osascript|pwsh)$/;
const RECURSIVE = ['-r', '-R', '--recursive'];
/** They write to what is named last, or to everything that is named. */
const WRITERS = ['cp', 'mv', 'tee', 'install', 'shred', 'truncate', 'ln'];

/** The rules, most of them by what a command does, not by how it is written. */
export const BUILT_IN_COMMAND_RULES: readonly CommandRule[] = [
  {
    id: 'unknown-program',
    why: 'which program this runs is decided only when it runs; name the program',
    forbids: ({ words, program }) => words.length > 0 && program === null,
  },
  {
    id: 'script-from-input',
    why: 'it runs commands that nobody has seen; save them to a file, read it, then run the file',
    forbids: runsUnseenInput,
  },
  {
    id: 'other-user',
    why: 'it acts with the rights of another user; do it without, or ask a person to run it',
    forbids: { programs: ['sudo', 'doas', 'su', 'pkexec', 'runas'] },
  },
  {
    id: 'remove-outside-root',
    why: 'it removes files outside of the project, all of it, or files that cannot be told; name them inside it',
    forbids: removesOutside,
  },
  {
    id: 'force-push',
    why: 'it overwrites what others may have pushed; push without force, or ask a person',
    forbids: (command) =>
      command.program === 'git' &&
      argumentsOf(command).includes('push') &&
      (hasOption(command, ['-f', '--force', '--force-with-lease', '--mirror']) ||
        argumentsOf(command).some((text) => /^\+./.test(text))),
  },
  {
    id: 'credentials',
    why: 'it reads a file that holds credentials; work without it, or ask a person for what you need',
    forbids: readsCredentials,
  },
  {
    id: 'disk',
    why: 'it writes to a disk directly and destroys what is on it',
    forbids: ({ program, words, redirects }) =>
      (WRITERS.includes(program ?? '') && words.slice(1).some(({ text }) => isDisk(text))) ||
      /^(?:mkfs(?:\..*)?|wipefs|fdisk|sfdisk|parted|mkswap|blkdiscard)$/.test(program ?? '') ||
      (program === 'dd' && words.some(({ text }) => isDisk(text.replace(/^of=/, '')))) ||
      redirects.some(({ operator, target }) => operator.includes('>') && isDisk(target.text)),
  },
  {
    id: 'open-to-all',
    why: 'it lets every user of the machine change these files; give rights to who needs them',
    forbids: (command) =>
      command.program === 'chmod' &&
      (hasOption(command, RECURSIVE) || isForEach(command)) &&
      argumentsOf(command).some(opensToAll),
  },
  {
    id: 'fork-bomb',
    why: 'it is a function that starts itself again and again until the machine stands still',
    forbids: ({ program, inside, background, pipedFrom, join }) =>
      (background || pipedFrom !== null || join === '|') &&
      inside.some(({ kind, name }) => kind === 'function' && name === program),
  },
  {
    id: 'machine-off',
    why: 'it stops the machine or every process on it',
    forbids: (command) =>
      /^(?:shutdown|reboot|halt|poweroff)$/.test(command.program ?? '') ||
      (command.program === 'kill' && argumentsOf(command).slice(1).includes('-1')),
  },
  {
    id: 'preload',
    why: 'it makes other programs run code they do not contain',
    forbids: {
      variables: ['LD_PRELOAD', 'LD_AUDIT', 'DYLD_INSERT_LIBRARIES', 'BASH_ENV', 'PROMPT_COMMAND'],
    },
  },
];

/** What `find` and `xargs` run, they run for many files. */
function isForEach({ inside }: SimpleCommand): boolean {
  return ['find', 'fd', 'xargs', 'parallel'].includes(inside.at(-1)?.name ?? '');
}

/** A mode that lets others write: in octal, or in letters such as `u+w,o+w`, `a=rwX` and `+w`. */
function opensToAll(mode: string): boolean {
  if (/^0?[0-7]?[0-7]{2}[2367]$/.test(mode)) return true;
  return mode.split(',').some((clause) => {
    const [, who = '', changes = ''] = /^([ugoa]*)((?:[-+=][rwxXstugo]*)+)$/.exec(clause) ?? [];
    return (who === '' || /[oa]/.test(who)) && /[+=][rxXst]*w/.test(changes);
  });
}

/** A shell that reads its commands from a pipe or from what another command writes. */
export function runsUnseenInput(
  command: SimpleCommand,
  scene: Pick<CommandScene, 'line' | 'index'>,
): boolean {
  const { program, words, redirects } = command;
  const isWritten = words.slice(1).some(({ expansions }) => expansions.includes('process'));
  if (readsScriptFromInput(command)) {
    const seen = redirects.some(
      ({ operator, target }) =>
        operator === '<<' ||
        operator === '<<<' ||
        (operator === '<' && target.expansions.length === 0),
    );
    return !seen;
  }
  if (program === 'source' || program === '.') return isWritten;
  if (/^(?:ba|da|z|k|mk|a|rba|fi)?sh$/.test(program ?? '')) return isWritten;
  if (!INTERPRETERS.test(program ?? '')) return false;
  const operands = argumentsOf(command).filter((text) => !text.startsWith('-') || text === '-');
  const readsInput = operands.length === 0 || operands[0] === '-' || operands[0] === '/dev/stdin';
  const isFed = feedersOf(command, scene).some((feeder) => DOWNLOADERS.includes(feeder));
  return isWritten || (readsInput && isFed);
}

async function removesOutside(command: SimpleCommand, scene: CommandScene): Promise<boolean> {
  const { program, words, inside } = command;
  if (program === 'find') return findRemovesOutside(command, scene);
  if (!['rm', 'rimraf', 'shred', 'rmdir', 'unlink', 'trash'].includes(program ?? '')) return false;
  const recursive = program === 'rimraf' || hasOption(command, RECURSIVE);
  const isFromFind = inside.at(-1)?.kind === 'wrapper' && inside.at(-1)?.name === 'find';
  const reaches = await Promise.all(
    words
      .slice(1)
      .filter(
        ({ text, expansions }) =>
          !text.startsWith('-') && !(isFromFind && expansions.includes('input')),
      )
      .map((word) => scene.reach(word)),
  );
  const wrong: readonly PathReach[] = recursive ? ['outside', 'unknown', 'root'] : ['outside'];
  return reaches.some((reach) => wrong.includes(reach));
}

/** What find removes lies where it starts looking. */
async function findRemovesOutside(command: SimpleCommand, scene: CommandScene): Promise<boolean> {
  const texts = argumentsOf(command);
  if (!texts.some((text) => text === '-delete' || /^(?:rm|shred|rimraf)$/.test(text))) return false;
  const starts = command.words.slice(1);
  const end = starts.findIndex(({ text }) => /^[-(!]/.test(text) && !/^-[HLP]$/.test(text));
  const folders = (end < 0 ? starts : starts.slice(0, end)).filter(
    ({ text }) => !text.startsWith('-'),
  );
  // Without a folder it looks where it runs.
  const searched = folders.length === 0 ? [HERE] : folders;
  const reaches = await Promise.all(searched.map((word) => scene.reach(word)));
  return reaches.some((reach) => reach === 'outside' || reach === 'unknown');
}

const HERE: CommandWord = { text: '.', expansions: [], splits: false, literalFrom: 0 };

function isDisk(path: string): boolean {
  return /^\/dev\/(?:[shv]d[a-z]|nvme|mmcblk|disk|mapper\/|dm-|loop\d|md\d)/.test(path);
}
