/**
 * The command rules that come with the guardrails: what hardly any task needs, and what cannot be undone.
 */
import { isInputFile, readsScriptFromInput, type SimpleCommand } from '../../shell/index.ts';
import { argumentsOf, feedersOf, hasOption, type CommandRule } from './command-rule.ts';
import type { CommandScene } from './command-scene.ts';
import { readsCredentials } from './credential-paths.ts';
import { opensToAll } from './open-modes.ts';
import { removesOutside } from './removals.ts';

const DOWNLOADERS = ['curl', 'wget', 'fetch', 'aria2c', 'http', 'https', 'nc', 'ncat', 'socat'];
const INTERPRETERS =
  /^(?:i?python[\d.]*|node|deno|bun|tsx|ts-node|perl|ruby|irb|php|lua|tclsh|Rscript|julia|osascript|pwsh)$/;
const RECURSIVE = ['-r', '-R', '--recursive'];
/** They write to what is named last, or to everything that is named. */
const WRITERS = ['cp', 'mv', 'tee', 'install', 'shred', 'truncate', 'ln'];

const OTHER_USER = [
  'sudo',
  'sudo-rs',
  'sudoedit',
  'visudo',
  'doas',
  'su',
  'su-exec',
  'gosu',
  'sg',
  'runuser',
  'pkexec',
  'runas',
];

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
    forbids: { programs: OTHER_USER },
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
      ['git', 'hub'].includes(command.program ?? '') &&
      argumentsOf(command).some((text) => text === 'push' || text === 'send-pack') &&
      (hasOption(command, ['-f', '--force', '--force-with-lease', '--mirror']) ||
        argumentsOf(command).some((text) => /^\+./.test(text) || FORCING_SETTING.test(text))),
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
      DISK_PROGRAMS.test(program ?? '') ||
      (/^(?:dd|dcfldd)$/.test(program ?? '') &&
        words.some(({ text }) => isDisk(text.replace(/^of=/, '')))) ||
      redirects.some(({ operator, target }) => operator.includes('>') && isDisk(target.text)),
  },
  {
    id: 'open-to-all',
    why: 'it lets every user of the machine change these files; give rights to who needs them',
    forbids: (command) =>
      command.program === 'chmod' &&
      (hasOption(command, RECURSIVE) || isForMany(command)) &&
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
    forbids: endsMachine,
  },
  {
    id: 'preload',
    why: 'it makes other programs run code they do not contain',
    forbids: {
      variables: ['LD_PRELOAD', 'LD_AUDIT', 'DYLD_INSERT_LIBRARIES', 'BASH_ENV', 'PROMPT_COMMAND'],
    },
  },
];

/** Settings of git that make a plain push one with force. */
const FORCING_SETTING = /^remote\.[^=]+\.(?:push=\+|mirror=(?:true|yes|on|1)$)/i;
const DISK_PROGRAMS =
  /^(?:mkfs(?:\..*)?|mke2fs|wipefs|[cs]?fdisk|s?gdisk|parted|mkswap|blkdiscard|pvcreate)$/;

/** What `find` and `xargs` run, they run for many files; so does a shell with a `*`. */
function isForMany({ inside, words }: SimpleCommand): boolean {
  const isForEach = ['find', 'fd', 'xargs', 'parallel'].includes(inside.at(-1)?.name ?? '');
  return isForEach || words.some(({ expansions }) => expansions.includes('glob'));
}

function endsMachine(command: SimpleCommand): boolean {
  const { program, redirects } = command;
  const texts = argumentsOf(command);
  return (
    /^(?:shutdown|reboot|halt|poweroff|telinit|killall5)$/.test(program ?? '') ||
    (program === 'init' && /^[06]$/.test(texts[0] ?? '')) ||
    (/^(?:system|login)ctl$/.test(program ?? '') &&
      texts.some((text) => /^(?:poweroff|reboot|halt|kexec)$/.test(text))) ||
    (program === 'kill' && texts.slice(1).includes('-1')) ||
    redirects.some(({ target }) => target.text === '/proc/sysrq-trigger')
  );
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
  if (program === 'crontab') return argumentsOf(command).includes('-');
  if (!INTERPRETERS.test(program ?? '')) return false;
  const operands = argumentsOf(command).filter(
    (text) => (!text.startsWith('-') || text === '-') && text !== 'run',
  );
  const [first] = operands;
  const readsInput = first === undefined || first === '-' || isInputFile(first);
  const isFed = feedersOf(command, scene).some((feeder) => DOWNLOADERS.includes(feeder));
  return isWritten || (readsInput && isFed);
}

function isDisk(path: string): boolean {
  const plain = path.replaceAll(/\/+(?:\.\/+|(?:\.\.|[^/]+\/+\.\.)\/+)*/g, '/');
  return /^\/dev\/(?:[shv]d[a-z]|xvd[a-z]|nvme|mmcblk|r?disk|mapper\/|dm-|loop\d|md\d)/.test(plain);
}
