/**
 * Approvals: single actions that wait for a person's yes. They are holds, so what is answered goes through the gate.
 */
import { z } from 'zod';
import { MAIN } from '../../base/main-name.ts';
import { EVERY_TARGET } from '../../core/holds/holds.ts';
import type { HoldView } from '../../core/index.ts';
import type { AgentGlance } from '../../gate/index.ts';
import { checkedEvents } from '../../journal/index.ts';
import type { Store } from '../../store/index.ts';
import { authorOf } from '../api/caller.ts';
import { unknownThing, type Handlers, type NoShape, type Serve } from '../api/control-plane.ts';
import { Problem } from '../api/problem.ts';
import type { approvalView, decidedView } from '../api/schemas-people.ts';
import type { plainActBody } from '../api/schemas.ts';
import { requireAnswerer, type AskingRuleOf } from './answerers.ts';

const EVENTS_MAX = 100;

/** An action that waits. */
export type ApprovalView = z.output<typeof approvalView>;

/** All of them, those that wait longest first. */
export function approvalsOf(
  agents: readonly AgentGlance[],
  askingRuleOf: AskingRuleOf,
): readonly ApprovalView[] {
  const found = new Map<string, ApprovalView>();
  const add = (agent: string, session: string | null, thread: string | null, hold: HoldView) => {
    if (hold.hold !== 'approval') return;
    const place = hold.level === 'agent' ? null : session;
    const { target = '', why, by, since, refused = false } = hold;
    const id = Buffer.from(JSON.stringify([agent, place, thread, target])).toString('base64url');
    const asking = askingRuleOf(target);
    found.set(id, {
      id,
      agent,
      session: place,
      thread,
      target,
      why,
      by,
      since,
      refused,
      rule: asking?.name ?? null,
      answered_by: asking?.answeredBy ?? null,
      lapses_at: asking === null ? null : since + asking.lapseMs,
    });
  };
  for (const { id: agent, standing } of agents) {
    if (standing === null) continue;
    const { holds, sessions } = standing;
    for (const hold of holds) add(agent, sessions.length === 0 ? MAIN : null, null, hold);
    for (const session of sessions) {
      for (const hold of session.holds) {
        if (hold.level === 'session') add(agent, session.id, null, hold);
      }
      for (const thread of session.threads) {
        for (const hold of thread.holds) add(agent, session.id, thread.id, hold);
      }
    }
  }
  return [...found.values()].toSorted((one, other) => one.since - other.since);
}

const askedShape = z.object({
  hold: z.literal('approval'),
  target: z.string().optional(),
  why: z.string(),
});

/** A hold keeps the beginning of its reason; whoever answers must read all of it. The event of the hold has it. */
export function withWholeWhy(
  store: Store,
  approvals: readonly ApprovalView[],
): Promise<readonly ApprovalView[]> {
  return Promise.all(
    approvals.map(async (approval) => {
      const { agent, session, target, since } = approval;
      const asked = { agent, type: 'hold', since, until: since, limit: EVENTS_MAX };
      const events = await checkedEvents(store, await store.events(asked));
      const found = events.flatMap((event) => {
        const { data } = askedShape.safeParse(JSON.parse(event.details));
        const isThis = event.session === session && (data?.target ?? '') === target;
        return data !== undefined && isThis ? [data.why] : [];
      });
      return { ...approval, why: found[0] ?? approval.why };
    }),
  );
}

function decide(
  action: 'grant' | 'refuse',
): Serve<NoShape, z.output<typeof plainActBody>, z.output<typeof decidedView>> {
  const decided = action === 'grant' ? 'granted' : 'refused';
  return async ({ gate, askingRuleOf }, { id, caller, body }) => {
    const approval = approvalsOf(await gate.glances(), askingRuleOf).find((one) => one.id === id);
    if (approval === undefined) throw unknownThing('approval', id, '/api/approvals');
    const { agent, session, target, refused } = approval;
    requireAnswerer(askingRuleOf(target), caller);
    // `*` stands for questions that are asked again: granting it grants none of them, so it may always be cleared.
    if (refused && !(action === 'grant' && target === EVERY_TARGET)) {
      throw new Problem(
        'bad-request',
        `This action was refused already, or nobody answered in time. ${agent} must ask again. Nothing was changed.`,
      );
    }
    const by = authorOf(caller, body);
    const { why = `${decided} by hand` } = body;
    const place = session === null ? {} : { session };
    const acted = await gate.operate({ agent, ...place, action, by, why, target });
    return { status: 200, body: { id, decided, notes: acted.notes } };
  };
}

export const approvalHandlers: Handlers<
  'GET /api/approvals' | 'POST /api/approvals/:id/grant' | 'POST /api/approvals/:id/refuse'
> = {
  'GET /api/approvals': async ({ gate, store, askingRuleOf }) => ({
    status: 200,
    body: await withWholeWhy(store, approvalsOf(await gate.glances(), askingRuleOf)),
  }),
  'POST /api/approvals/:id/grant': decide('grant'),
  'POST /api/approvals/:id/refuse': decide('refuse'),
};
