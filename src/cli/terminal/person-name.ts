/**
 * Who sits at this terminal, as records take it: every act says who did it.
 */
import { userInfo } from 'node:os';

const NAME_LENGTH_MAX = 20;
const NOBODY_KNOWN = 'cli';

/** Who stops something: whoever has no terminal may be a program that runs as this person, and is recorded as that. */
export function stopperName(): string {
  return process.stdin.isTTY ? personName() : `${personName()} (no terminal)`;
}

/** The person's name on this machine. */
export function personName(): string {
  try {
    const name = userInfo().username.replaceAll(/[^\w.@-]/g, '_');
    return name.slice(0, NAME_LENGTH_MAX) || NOBODY_KNOWN;
  } catch {
    // A user without an entry in the machine's list, as in some containers.
    return NOBODY_KNOWN;
  }
}
