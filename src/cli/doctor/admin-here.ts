/**
 * The control plane of a data folder, for a look at it: who may not read its token is nobody to the server, and that is a
 * finding, not a failure. So `doctor` can be run as an agent's user, to see what that user could do.
 */
import type { Environment } from '../../base/environment.ts';
import { errorCode } from '../../base/error-words.ts';
import { adminAt, type AdminPlace } from '../server/admin-place.ts';

/** Without a token where there is none, or this user may not read it. */
export function adminHere(url: string, data: string, env: Environment): AdminPlace {
  try {
    return adminAt(url, data, env);
  } catch (error) {
    if (['EACCES', 'EPERM'].includes(errorCode(error) ?? '')) return { url, token: null, data };
    throw error;
  }
}
