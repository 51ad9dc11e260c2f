/**
 * Asks the running server whether a token that is shown here may lift, for acts that no server does: those on files of
 * this machine. Where none runs, nobody could tell a token from a made-up one.
 */
import { complain } from '../terminal/say.ts';
import { withAdmin } from './admin-call.ts';

/** False, with words for the person, where it does not know it, its role only looks, or none runs. */
export async function serverKnowsToken(): Promise<boolean> {
  const code = await withAdmin(false, async (server) => {
    const { name, role } = await server.call('GET /api/session');
    if (role !== 'viewer') return 0;
    complain(
      `tripwire: ${name} is signed in as viewer, and this needs operator. Nothing was changed.`,
    );
    return 1;
  });
  return code === 0;
}
