/**
 * The token of a data folder, for a look at it: who may not read it is nobody to the server, and that is a finding, not a
 * failure. So `doctor` can be run as an agent's user, to see what that user could do.
 */
import type { Environment } from '../../base/environment.ts';
import { errorCode } from '../../base/error-words.ts';
import { knownControlToken } from '../../control/people/control-token.ts';

/** Null where there is none, or this user may not read it. */
export function tokenHere(data: string, env: Environment): string | null {
  try {
    return knownControlToken(data, env);
  } catch (error) {
    if (['EACCES', 'EPERM'].includes(errorCode(error) ?? '')) return null;
    throw error;
  }
}
