/** Panic links at the API: made, listed, revoked. Each of these is written down. */
import { authorOf } from '../api/caller.ts';
import { recordAct, unknownThing, type Handlers } from '../api/control-plane.ts';

const SECOND_MS = 1_000;

export const panicHandlers: Handlers<
  'GET /api/panic-links' | 'POST /api/panic-links' | 'DELETE /api/panic-links/:id'
> = {
  'GET /api/panic-links': async ({ panic }) => ({ status: 200, body: await panic.all() }),

  /** Only its hash is kept, so it cannot be shown again. */
  'POST /api/panic-links': async (plane, { caller, body }) => {
    const by = authorOf(caller, {});
    const { label, expires_in_s: lasts } = body;
    const { link, secret } = await plane.panic.make(label, by, lasts * SECOND_MS);
    await recordAct(plane, by, `made the panic link ${link.id}`, label);
    return { status: 201, body: { ...link, url: plane.alerts.linkTo(`/panic/${secret}`) ?? '' } };
  },

  'DELETE /api/panic-links/:id': async (plane, { id, caller }) => {
    const removed = await plane.panic.revoke(id);
    if (removed === null) throw unknownThing('panic link', id, '/api/panic-links');
    await recordAct(plane, authorOf(caller, {}), `revoked the panic link ${id}`, removed.label);
    return { status: 200, body: { removed: true } };
  },
};
