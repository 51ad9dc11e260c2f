/**
 * People at the API: signing in and out, and the tokens that others get.
 */
import { authorOf } from '../api/caller.ts';
import { recordAct, unknownThing, type Handlers } from '../api/control-plane.ts';
import { Problem } from '../api/problem.ts';

const OWNER_NAME = 'admin';

export const peopleHandlers: Handlers<
  | 'POST /api/session'
  | 'POST /api/session/link'
  | 'GET /api/session'
  | 'DELETE /api/session'
  | 'GET /api/tokens'
  | 'POST /api/tokens'
  | 'DELETE /api/tokens/:id'
> = {
  'POST /api/session': async (plane, { request, body }) => {
    const { token, code, name = OWNER_NAME } = body;
    if ((token === undefined) === (code === undefined)) {
      throw new Problem('bad-request', 'Give a token, or the code of a sign-in link.');
    }
    const { login, signIns } = plane;
    const { caller, tokenId } =
      token === undefined
        ? await login.requireCode(code ?? '', request)
        : login.requireToken(token, request);
    // Whoever has a token of their own is recorded under its name.
    const own = caller.isOwner ? { ...caller, name } : caller;
    const { cookie, csrf, expiresAt } = await signIns.open(own, tokenId);
    return {
      status: 201,
      body: { name: own.name, role: own.role, csrf_token: csrf, expires_at: expiresAt },
      headers: { 'set-cookie': cookie },
    };
  },

  /** For the one who asks, in another browser: nobody gets more by it than they have. */
  'POST /api/session/link': async (plane, { request, caller }) => {
    const { login, signIns, isSecure } = plane;
    const { code, expiresAt } = signIns.codes.make(login.knownOf(caller, request));
    await recordAct(plane, authorOf(caller, {}), 'made a sign-in link');
    const root = `${isSecure ? 'https' : 'http'}://${request.headers.host ?? ''}`;
    return { status: 201, body: { url: `${root}/#code=${code}`, expires_at: expiresAt } };
  },

  'GET /api/session': ({ signIns }, { caller, request }) => {
    const shown = request.headers['x-csrf-token'];
    const { name, role } = caller;
    return Promise.resolve({
      status: 200,
      body: {
        name,
        role,
        csrf_token: typeof shown === 'string' && caller.signIn !== null ? shown : null,
        expires_at: signIns.expiresAt(caller),
      },
    });
  },

  'DELETE /api/session': async ({ signIns }, { caller }) => ({
    status: 200,
    body: { signed_out: caller.signIn !== null },
    headers: { 'set-cookie': await signIns.close(caller) },
  }),

  'GET /api/tokens': ({ tokens }) => Promise.resolve({ status: 200, body: tokens.all() }),

  'POST /api/tokens': async (plane, { body, caller }) => {
    const { name, role } = body;
    const made = await plane.tokens.add(name, role, plane.gate.clock.now());
    await recordAct(plane, authorOf(caller, {}), `made the token ${name} (${role})`);
    return { status: 201, body: made };
  },

  'DELETE /api/tokens/:id': async (plane, { id, caller }) => {
    if (!(await plane.tokens.remove(id))) throw unknownThing('token', id, '/api/tokens');
    await plane.signIns.closeOf(id);
    await recordAct(plane, authorOf(caller, {}), `took the token ${id} back`);
    return { status: 200, body: { removed: true } };
  },
};
