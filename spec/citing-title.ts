/**
 * How a test's name cites requirements: `[T6] name`, or `[T6, T7] name`.
 * Writing the prefix and matching it live side by side, because the fault planter is blind as soon
 * as the two disagree.
 */

/** The name of a citing test. Throws for an unknown id: JavaScript callers have no type checker. */
export function citingTitle(
  ids: string | readonly string[],
  name: string,
  known: ReadonlySet<string>,
): string {
  const list = typeof ids === 'string' ? [ids] : ids;
  if (list.length === 0) throw new Error(`"${name}" cites no requirement`);
  for (const id of list) {
    if (!known.has(id)) throw new Error(`"${name}" cites unknown requirement ${id}`);
  }
  return `[${list.join(', ')}] ${name}`;
}

/** The source of a regular expression that matches the names of the tests that cite `id`. */
export function citingPattern(id: string): string {
  const escaped = id.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
  // The other ids stay inside the brackets, so `[T1]` does not match a test that cites `[T12]`.
  return String.raw`\[(?:[^\[\],]+, )*${escaped}(?:, [^\[\],]+)*\]`;
}
