/**
 * What switches that only report would have stopped: those in shadow, and those that nobody turned on.
 */
import { z } from 'zod';
import { present } from '../../base/present.ts';
import { checkedEvents } from '../../journal/index.ts';
import type { StoredEvent } from '../../store/index.ts';
import { viewEvent } from '../agents/event-view.ts';
import type { Plane } from '../api/control-plane.ts';
import type { shadowQuery, shadowReport } from '../api/schemas-people.ts';

type ShadowReport = z.output<typeof shadowReport>;

const EVENTS_MAX = 10_000;
const STOPS_SHOWN_MAX = 20;
const WEEK_MS = 7 * 86_400_000;

const saidShape = z.object({
  detector: z.enum(['progress', 'literal']),
  progress: z.object({ rule: z.string().nullable() }),
  why: z.string().optional(),
});

/** The report of the last week, or since a time; of all agents, or of one. */
export async function shadowReportOf(
  { gate, store }: Plane,
  { agent, since: asked }: z.output<typeof shadowQuery>,
): Promise<ShadowReport> {
  const until = gate.clock.now();
  const since = asked ?? until - WEEK_MS;
  const wanted = { type: 'kill_switch_shadow', since, newestFirst: true, limit: EVENTS_MAX };
  const found = await checkedEvents(
    store,
    await store.events({ ...present({ agent }), ...wanted }),
  );
  const byAgent = Map.groupBy(found, (event) => event.agent);
  const agents = (await gate.agents())
    .filter(({ id }) => agent === undefined || id === agent)
    .map(({ id, kill_switch: { shadow } }) => {
      const own = byAgent.get(id) ?? [];
      const [last] = own;
      return {
        agent: id,
        shadow,
        would_have_stopped: own.length,
        last: last === undefined ? null : viewEvent(last),
        stops: own.slice(0, STOPS_SHOWN_MAX).map(stopOf),
      };
    })
    .filter((one) => one.shadow || one.would_have_stopped > 0);
  return { since, until, agents, complete: found.length < EVENTS_MAX };
}

function stopOf({ timestamp: at, session, reason, details }: StoredEvent) {
  const said = saidShape.safeParse(JSON.parse(details)).data;
  const rule = said?.detector === 'literal' ? 'literal score' : (said?.progress.rule ?? null);
  return { at, session, rule, reason: said?.why ?? reason };
}
