/**
 * Agent keys at the API: made, listed, rotated, revoked. Each of these is written down.
 */
import { GRANT_LABELS, type KeyGrant } from '../../base/key-grant.ts';
import { authorOf } from '../api/caller.ts';
import { knownAgent, recordAct, unknownThing, type Handlers } from '../api/control-plane.ts';

const SECOND_MS = 1_000;

export const keyHandlers: Handlers<
  | 'GET /api/keys'
  | 'DELETE /api/keys'
  | 'POST /api/keys/:id/rotate'
  | 'DELETE /api/keys/:id'
  | 'POST /api/agents/:id/keys'
> = {
  'GET /api/keys': ({ keys }) =>
    Promise.resolve({ status: 200, body: { required: keys.isRequired, keys: keys.all() } }),

  /** Only its hash is kept, so it cannot be shown again. */
  'POST /api/agents/:id/keys': async (plane, asked) => {
    const agent = await knownAgent(plane, asked);
    const { label, expires_in_s: lasts, models, user, project, branch } = asked.body;
    const grant = { models, user, project, branch };
    const expiresAt = lasts === undefined ? null : plane.gate.clock.now() + lasts * SECOND_MS;
    const made = await plane.keys.add(agent, label, expiresAt, grant);
    const did = `made the key ${made.id} for ${agent}${grantText(grant)}`;
    await recordAct(plane, authorOf(asked.caller, {}), did, label);
    return { status: 201, body: made };
  },

  'POST /api/keys/:id/rotate': async (plane, { id, body, caller }) => {
    const made = await plane.keys.rotate(id, body.grace_s * SECOND_MS);
    if (made === null) throw unknownThing('key', id, '/api/keys');
    const did = `replaced the key ${id} of ${made.agent} with ${made.id}`;
    await recordAct(plane, authorOf(caller, {}), did);
    return { status: 201, body: made };
  },

  'DELETE /api/keys/:id': async (plane, { id, caller }) => {
    const removed = await plane.keys.remove(id);
    if (removed === null) throw unknownThing('key', id, '/api/keys');
    await recordAct(plane, authorOf(caller, {}), `revoked the key ${id} of ${removed.agent}`);
    return { status: 200, body: { removed: true, required: plane.keys.isRequired } };
  },

  'DELETE /api/keys': async (plane, { caller }) => {
    await plane.keys.forget();
    await recordAct(plane, authorOf(caller, {}), 'lets requests of agents pass without a key');
    return { status: 200, body: { removed: true, required: plane.keys.isRequired } };
  },
};

/** What a key is for, as it is written down; nothing where it is for everything. */
function grantText(grant: KeyGrant): string {
  const models = grant.models === null ? [] : [`models ${grant.models.join(' ')}`];
  const labels = GRANT_LABELS.flatMap((name) =>
    grant[name] === null ? [] : [`${name} ${grant[name]}`],
  );
  const all = [...models, ...labels];
  return all.length === 0 ? '' : ` (${all.join(', ')})`;
}
