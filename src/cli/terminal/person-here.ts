/**
 * Whether a person releases: releasing is the dangerous direction, and a coding agent has a shell too.
 *
 * A person sits at a terminal and says yes. A program that may release has a token with a name of its own, so that the
 * record tells who did it. The owner's token is not enough: every program of this user can read it.
 */
import { complain } from './say.ts';

/** How tokens begin that were made for somebody by name. */
const NAMED = 'twc_';

const NOBODY =
  'this needs a person: run it in a terminal. A program needs a token with a name (page Settings, Tokens) in ' +
  'TRIPWIRE_ADMIN_TOKEN. Nothing was changed.';

/** How a release is confirmed. */
export interface Confirmation {
  /** The yes was given on the command line; it counts at a terminal alone. */
  readonly isSaid: boolean;
  readonly ask: () => Promise<boolean>;
}

/** True for the yes of a person at a terminal, and for a program with a named token, which the server then checks. */
export async function isPersonsRelease({ isSaid, ask }: Confirmation): Promise<boolean> {
  if ((process.env['TRIPWIRE_ADMIN_TOKEN'] ?? '').startsWith(NAMED)) return true;
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    complain(`tripwire: ${NOBODY}`);
    return false;
  }
  if (isSaid || (await ask())) return true;
  complain('tripwire: not confirmed; nothing was changed');
  return false;
}
