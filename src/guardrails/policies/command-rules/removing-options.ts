/**
 * Programs that remove files only when they are told to, and where: `rsync --delete`, `git clean`, `tar --remove-files`.
 */
import type { CommandWord, SimpleCommand } from '../../../shell/index.ts';
import { argumentsOf, hasOption } from '../command-rule.ts';

/** Words that name what a command removes, or the folder it removes from; nothing when it removes nothing. */
export function removedBy(command: SimpleCommand): readonly CommandWord[] {
  const { program } = command;
  if (program === 'git') return cleanedByGit(command);
  if (program === 'rsync') return synchronised(command);
  if (program === 'gio') return behind(command, 'trash');
  const option = program === null ? undefined : REMOVING.find(([name]) => name.test(program))?.[1];
  return option !== undefined && argumentsOf(command).some((text) => option.test(text))
    ? operandsOf(command)
    : [];
}

/** With such an option it removes what it was given. */
const REMOVING: readonly (readonly [program: RegExp, option: RegExp])[] = [
  [/^(?:g|bsd)?tar$/, /^--remove-f/],
  [/^zip$/, /^(?:-[A-Za-z]*m[A-Za-z]*|--move)$/],
  [/^7z[ar]?$/, /^-sdel$/],
];
const HERE: CommandWord = { text: '.', expansions: [], splits: false, literalFrom: 0 };

/** `git clean -f` removes in the folder it works in, or in those that it names. */
function cleanedByGit(command: SimpleCommand): readonly CommandWord[] {
  const words = command.words.slice(1);
  const verb = words.findIndex(({ text }) => text === 'clean');
  if (verb < 0 || !hasOption(command, ['-f', '--force'])) return [];
  const own = words.slice(0, verb);
  const folders = own.flatMap((word, index) => {
    const [, attached] = /^--work-tree=(.*)$/.exec(word.text) ?? [];
    if (attached !== undefined) return [{ ...word, text: attached }];
    return ['-C', '--work-tree'].includes(word.text) ? own.slice(index + 1, index + 2) : [];
  });
  const named = words.slice(verb + 1).filter(({ text }) => !text.startsWith('-'));
  return [...(folders.length === 0 ? [HERE] : folders), ...named];
}

/** `rsync --delete` removes in the folder it writes to, `--remove-source-files` what it reads. */
function synchronised(command: SimpleCommand): readonly CommandWord[] {
  const texts = argumentsOf(command);
  const operands = operandsOf(command);
  const into = texts.some((text) => text.startsWith('--del')) ? operands.slice(-1) : [];
  const from = texts.some((text) => text.startsWith('--remove-s')) ? operands.slice(0, -1) : [];
  // Another machine's files stand behind a colon.
  return [...into, ...from].filter(({ text }) => !/^[^/]*:/.test(text));
}

function behind(command: SimpleCommand, verb: string): readonly CommandWord[] {
  const operands = operandsOf(command);
  return operands[0]?.text === verb ? operands.slice(1) : [];
}

function operandsOf({ words }: SimpleCommand): readonly CommandWord[] {
  return words.slice(1).filter(({ text }) => !text.startsWith('-'));
}
