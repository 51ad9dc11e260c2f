/**
 * Modes of files that let every user of the machine write, as `chmod` takes them, and commands that set them for many files.
 */
import type { SimpleCommand } from '../../../shell/index.ts';
import { argumentsOf, hasOption } from '../command-rule.ts';

/** Whether a command lets every user of the machine change many files. */
export function opensMuch(command: SimpleCommand): boolean {
  const { program } = command;
  const texts = argumentsOf(command);
  const isForMany = hasOption(command, ['-r', '-R', '--recursive']) || isForEach(command);
  if (program === 'umask') return texts.some((text) => /^0+$/.test(text));
  if (program === 'setfacl') {
    return isForMany && texts.some((text) => /(?:^|,)(?:d:)?o(?:ther)?:[^,]*w/.test(text));
  }
  return program === 'chmod' && isForMany && texts.some(opensToAll);
}

/** What `find` and `xargs` run, they run for many files; so does a shell with a `*`. */
function isForEach({ inside, words }: SimpleCommand): boolean {
  const name = inside.at(-1)?.name ?? '';
  const isRunByFinder = ['find', 'fd', 'fdfind', 'xargs', 'parallel'].includes(name);
  return isRunByFinder || words.some(({ expansions }) => expansions.includes('glob'));
}

/** A mode that lets others write: in octal, or in letters such as `u+w,o+w`, `a=rwX`, `+w` and `o=u`. */
function opensToAll(mode: string): boolean {
  // Of `7` and `77` the missing digits are zeros before them: it is still the last that others get.
  if (/^[+=]?[0-7]*[2367]$/.test(mode)) return true;
  return mode.split(',').some((clause) => {
    const [, who = '', changes = ''] = /^([ugoa]*)((?:[-+=][rwxXstugo]*)+)$/.exec(clause) ?? [];
    // What others get of the owner or the group is as much as those have.
    return (who === '' || /[oa]/.test(who)) && /[+=](?:[rxXst]*w|[ug])/.test(changes);
  });
}
