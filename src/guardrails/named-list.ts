/**
 * A list as it is shown to an agent: the first few by name, the rest as a number.
 *
 * Feedback goes into the agent's context. Three names say what is wrong; three hundred push out the task.
 */

const NAMED_MAX = 3;
const NAME_CHARACTERS_MAX = 200;

/** The first three names, and how many more there are. */
export function namedList(names: readonly string[]): string {
  const named = names.slice(0, NAMED_MAX).map(clipped).join(', ');
  const more = names.length - NAMED_MAX;
  return more > 0 ? `${named} and ${more} more` : named;
}

function clipped(name: string): string {
  return name.length <= NAME_CHARACTERS_MAX ? name : `${name.slice(0, NAME_CHARACTERS_MAX)}…`;
}
