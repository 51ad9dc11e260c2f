/**
 * Whether a person does what lifts, accepts, weakens or deletes: that is the dangerous direction, and a coding agent has a
 * shell too.
 *
 * A person sits at a terminal and says yes. A program that may do it has a token with a name of its own, so that the
 * record tells who did it. The owner's token is not enough: every program of this user can read it. Every command of
 * that direction asks here; `test/cli/persons-acts.test.ts` has the list.
 */
import { complain } from './say.ts';

/** How tokens begin that were made for somebody by name. */
const NAMED = 'twc_';

const NOBODY = 'this needs a person: run it in a terminal.';
const WITH_TOKEN =
  ' A program needs a token with a name (page Settings, Tokens) in TRIPWIRE_ADMIN_TOKEN.';
const UNCHANGED = ' Nothing was changed.';

/** How such an act is confirmed. */
export interface Confirmation {
  /** The yes was given on the command line; it counts at a terminal alone. */
  readonly isSaid?: boolean;
  /** Asks the person; null where being at a terminal is enough. */
  readonly ask: (() => Promise<boolean>) | null;
  /**
   * Whether the running server knows the token that is shown; null where no program may do this. Not given where the
   * server itself does the act, and so checks the token.
   */
  readonly knowsToken?: (() => Promise<boolean>) | null;
}

/** True for the yes of a person at a terminal, and for a program with a named token that the server knows. */
export async function isPersonsAct(confirmation: Confirmation): Promise<boolean> {
  const { isSaid = false, ask, knowsToken } = confirmation;
  if (knowsToken !== null && (process.env['TRIPWIRE_ADMIN_TOKEN'] ?? '').startsWith(NAMED)) {
    return knowsToken === undefined || (await knowsToken());
  }
  if (!isAtTerminal()) {
    complain(`tripwire: ${NOBODY}${knowsToken === null ? '' : WITH_TOKEN}${UNCHANGED}`);
    return false;
  }
  if (isSaid || ask === null || (await ask())) return true;
  complain('tripwire: not confirmed; nothing was changed');
  return false;
}

/** Whether somebody sits here who sees what is asked and can answer. */
export function isAtTerminal(): boolean {
  return process.stdin.isTTY && process.stdout.isTTY;
}
