/**
 * Commands that destroy a disk, or that stop the machine or every process on it.
 */
import type { SimpleCommand } from '../../../shell/index.ts';
import { argumentsOf, hasOption } from '../command-rule.ts';
import type { CommandScene } from '../command-scene.ts';

/** They write to what is named last, or to everything that is named. */
const WRITERS = ['cp', 'mv', 'tee', 'install', 'shred', 'truncate', 'ln', 'sponge'];
const DISK_PROGRAMS =
  /^(?:mkfs(?:\..*)?|mke2fs|mkntfs|mkdosfs|newfs(?:_.*)?|wipefs|[cs]?fdisk|s?gdisk|parted|mkswap|blkdiscard|pvcreate|[lpv][vg]remove|sg_format)$/;
/** Programs that do so with a word or an option. */
const DISK_VERBS: readonly (readonly [program: string, word: RegExp])[] = [
  ['zpool', /^destroy$/],
  ['zfs', /^destroy$/],
  ['nvme', /^(?:format|sanitize)$/],
  ['cryptsetup', /^(?:luksFormat|luksErase|erase|reencrypt)$/],
  ['mdadm', /^--zero-superblock$/],
  ['hdparm', /^--(?:security-erase|trim-sector)/],
  ['badblocks', /^-[A-Za-z]*w/],
  ['diskutil', /^(?:erase|partition|zero|secureErase)/i],
];

/** Whether it writes to a disk past its file system. */
export function writesDisk(
  command: SimpleCommand,
  { line, index }: Pick<CommandScene, 'line' | 'index'>,
): boolean {
  const { program, words, redirects } = command;
  const isThere = line.commands.slice(0, index).some(entersDevices);
  const isHit = (path: string) =>
    isDisk(path) || (isThere && !path.startsWith('/') && isDisk(`/dev/${path}`));
  const texts = argumentsOf(command);
  return (
    (WRITERS.includes(program ?? '') && texts.some(isHit)) ||
    DISK_PROGRAMS.test(program ?? '') ||
    DISK_VERBS.some(([name, word]) => name === program && texts.some((text) => word.test(text))) ||
    (/^(?:dd|dcfldd)$/.test(program ?? '') &&
      words.some(({ text }) => text.startsWith('of=') && isHit(text.slice('of='.length)))) ||
    redirects.some(({ operator, target }) => operator.includes('>') && isHit(target.text))
  );
}

function entersDevices({ program, words }: SimpleCommand): boolean {
  const isMove = program === 'cd' || program === 'pushd';
  return isMove && words.some(({ text }) => /^\/+dev\/*$/.test(text));
}

function isDisk(path: string): boolean {
  const plain = plainPath(path);
  return /^\/dev\/(?:[shv]d[a-z]|xvd[a-z]|nvme|mmcblk|r?disk|mapper\/|dm-|loop\d|md\d)/.test(plain);
}

function plainPath(path: string): string {
  return path.replaceAll(/\/+(?:\.\/+|(?:\.\.|[^/]+\/+\.\.)\/+)*/g, '/');
}

const TARGETS = /^(?:poweroff|reboot|halt|kexec|soft-reboot|rescue|emergency)(?:\.target)?$/;
/** A pattern that every process fits. */
const ALL = /^(?:\^?\.[*+]?\$?|)$/;

/** Whether it stops the machine, or every process on it. */
export function endsMachine(command: SimpleCommand): boolean {
  const { program, redirects } = command;
  const texts = argumentsOf(command);
  const isTrigger = (path: string) => plainPath(path) === '/proc/sysrq-trigger';
  return (
    /^(?:shutdown|reboot|halt|poweroff|telinit|killall5|kexec)$/.test(program ?? '') ||
    (program === 'init' && /^[06]$/.test(texts[0] ?? '')) ||
    (/^(?:system|login)ctl$/.test(program ?? '') && texts.some((text) => TARGETS.test(text))) ||
    (program === 'loginctl' && texts.some((text) => /^(?:terminate|kill)-user$/.test(text))) ||
    (program === 'kill' && (texts.slice(1).includes('-1') || texts.includes('1'))) ||
    killsAll(command, texts) ||
    redirects.some(({ target }) => isTrigger(target.text)) ||
    (WRITERS.includes(program ?? '') && texts.some(isTrigger))
  );
}

/** `pkill .`, `pkill -u NAME` without a pattern, `killall -r '.*'`, `killall -u NAME`. */
function killsAll(command: SimpleCommand, texts: readonly string[]): boolean {
  const { program } = command;
  if (program !== 'pkill' && program !== 'killall') return false;
  const users = ['-u', '-U', '--user', '--uid', '--euid', '-euid'];
  const isOfUser = hasOption(command, users);
  const operands = texts.filter(
    (text, index) => !text.startsWith('-') && !users.includes(texts[index - 1] ?? ''),
  );
  if (operands.length === 0) return isOfUser;
  return (
    (program === 'pkill' || hasOption(command, ['-r', '--regexp'])) &&
    operands.some((one) => ALL.test(one))
  );
}
