/**
 * Whether a command removes files outside of the root: by name, from where `find` looks, or from what a pipe brings.
 */
import type { CommandWord, SimpleCommand } from '../../../shell/index.ts';
import { argumentsOf, hasOption } from '../command-rule.ts';
import type { CommandScene, PathReach } from '../command-scene.ts';
import { removedBy } from './removing-options.ts';

const REMOVERS = [
  'rm',
  'rimraf',
  'shred',
  'rmdir',
  'unlink',
  'srm',
  'wipe',
  'safe-rm',
  'del-cli',
  'trash',
  'trash-put',
];
/** One of them among the words of `find -exec`, also in a script. */
const REMOVES = new RegExp(`(?:^|[\\s/;&|(])(?:${REMOVERS.join('|')})(?:\\s|$)`);
const RECURSIVE = ['-r', '-R', '--recursive'];
const FINDERS = ['find', 'fd', 'fdfind'];

/** Whether it does. */
export async function removesOutside(
  command: SimpleCommand,
  scene: CommandScene,
): Promise<boolean> {
  const { program, words, inside } = command;
  if (FINDERS.includes(program ?? '')) {
    const removes = argumentsOf(command).some((text) => text === '-delete' || REMOVES.test(text));
    return removes && (await looksOutside(command, scene));
  }
  const removed = await Promise.all(removedBy(command).map((word) => scene.reach(word)));
  if (removed.includes('outside')) return true;
  if (!REMOVERS.includes(program ?? '')) return false;
  const recursive = program === 'rimraf' || hasOption(command, RECURSIVE);
  const wrapper = inside.at(-1)?.kind === 'wrapper' ? inside.at(-1)?.name : undefined;
  const isFromFind = FINDERS.includes(wrapper ?? '');
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
  if (reaches.some((reach) => wrong.includes(reach))) return true;
  return (
    words.some(({ expansions }) => expansions.includes('input')) && isFedOutside(command, scene)
  );
}

/** Whether a finder that looks outside writes into the pipe that names the files. */
async function isFedOutside(command: SimpleCommand, scene: CommandScene): Promise<boolean> {
  if (command.pipedFrom === null) return false;
  const feeding = scene.line.commands
    .slice(command.pipedFrom, scene.index)
    .filter(({ program }) => FINDERS.includes(program ?? ''));
  const found = await Promise.all(feeding.map((one) => looksOutside(one, scene)));
  return found.includes(true);
}

/** What a finder finds lies where it starts looking. */
async function looksOutside(command: SimpleCommand, scene: CommandScene): Promise<boolean> {
  const folders = command.program === 'find' ? startsOfFind(command) : startsOfFd(command);
  if (folders === null) return true;
  // Without a folder it looks where it runs.
  const searched = folders.length === 0 ? [HERE] : folders;
  const reaches = await Promise.all(searched.map((word) => scene.reach(word)));
  return reaches.some((reach) => reach === 'outside' || reach === 'unknown');
}

/** The folders stand after options of its own and before the first test; null when a file names them. */
function startsOfFind({ words }: SimpleCommand): readonly CommandWord[] | null {
  // Links lead anywhere.
  if (words.some(({ text }) => /^(?:-files0-from|-L|-follow)$/.test(text))) return null;
  let first = 1;
  while (/^(?:-[HLP]|-O\d*|-D|--)$/.test(words[first]?.text ?? '')) {
    first += words[first]?.text === '-D' ? 2 : 1;
  }
  const rest = words.slice(first);
  const end = rest.findIndex(({ text }) => /^[-(!]/.test(text));
  return end < 0 ? rest : rest.slice(0, end);
}

/** The first operand is a pattern, the others are folders. */
function startsOfFd({ words }: SimpleCommand): readonly CommandWord[] {
  const end = words.findIndex(({ text }) => /^(?:-[xX]|--exec(?:-batch)?)$/.test(text));
  const own = end < 0 ? words : words.slice(0, end);
  return own
    .slice(1)
    .filter(({ text }) => !text.startsWith('-'))
    .slice(1);
}

const HERE: CommandWord = { text: '.', expansions: [], splits: false, literalFrom: 0 };
