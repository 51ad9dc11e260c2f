/**
 * Modes of files that let every user of the machine write, as `chmod` takes them.
 */

/** A mode that lets others write: in octal, or in letters such as `u+w,o+w`, `a=rwX`, `+w` and `o=u`. */
export function opensToAll(mode: string): boolean {
  // Of `7` and `77` the missing digits are zeros before them: it is still the last that others get.
  if (/^[+=]?[0-7]*[2367]$/.test(mode)) return true;
  return mode.split(',').some((clause) => {
    const [, who = '', changes = ''] = /^([ugoa]*)((?:[-+=][rwxXstugo]*)+)$/.exec(clause) ?? [];
    // What others get of the owner or the group is as much as those have.
    return (who === '' || /[oa]/.test(who)) && /[+=](?:[rxXst]*w|[ug])/.test(changes);
  });
}
