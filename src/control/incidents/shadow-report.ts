/**
 * What rules that only report would have done, beside what was done: kill switches in shadow and those that nobody turned
 * on, and every other rule that a person let report.
 */
import { z } from 'zod';
import { present } from '../../base/present.ts';
import { checkedEvents } from '../../journal/index.ts';
import type { StoredEvent } from '../../store/index.ts';
import { viewEvent } from '../agents/event-view.ts';
import type { Plane } from '../api/control-plane.ts';
import { wouldView } from '../api/schemas-backtest.ts';
import type { shadowQuery, shadowReport } from '../api/schemas-people.ts';
import { WouldSums, type WouldView } from './would-have.ts';

type ShadowReport = z.output<typeof shadowReport>;
type Did = ShadowReport['agents'][number]['did'];

const EVENTS_MAX = 10_000;
const STOPS_SHOWN_MAX = 20;
const WEEK_MS = 7 * 86_400_000;

const saidShape = z.object({
  detector: z.enum(['progress', 'literal']),
  progress: z.object({ rule: z.string().nullable() }),
  why: z.string().optional(),
});

const { rule, act } = wouldView.shape;
const wouldShape = z.object({ rule, act, name: z.string().exactOptional(), times: z.int() });
const refusedShape = z.object({ repeats: z.int() });

/** The report of the last week, or since a time; of all agents, or of one. */
export async function shadowReportOf(
  { gate, store }: Plane,
  { agent, since: asked }: z.output<typeof shadowQuery>,
): Promise<ShadowReport> {
  const until = gate.clock.now();
  const since = asked ?? until - WEEK_MS;
  const found = async (type: string) => {
    const wanted = { type, since, newestFirst: true, limit: EVENTS_MAX };
    return checkedEvents(store, await store.events({ ...present({ agent }), ...wanted }));
  };
  const kinds = ['kill_switch_shadow', 'would_have', 'kill_switch', 'hold', 'veto', 'refused'];
  const all = await Promise.all(kinds.map(found));
  const byAgent = Map.groupBy(all.flat(), (event) => event.agent);
  const agents = await Promise.all(
    (await gate.glances())
      .filter(({ id }) => agent === undefined || id === agent)
      .map(async ({ id, killSwitch: { shadow } }) => {
        const events = byAgent.get(id) ?? [];
        const own = events.filter(({ eventType }) => eventType === 'kill_switch_shadow');
        const [last] = own;
        return {
          agent: id,
          shadow: shadow || ((await gate.envelope(id)).shadow ?? []).length > 0,
          would_have_stopped: own.length,
          would_have: wouldHave(events),
          did: whatWasDone(events),
          last: last === undefined ? null : viewEvent(last),
          stops: own.slice(0, STOPS_SHOWN_MAX).map(stopOf),
        };
      }),
  );
  return {
    since,
    until,
    agents: agents.filter(
      (one) => one.shadow || one.would_have_stopped > 0 || one.would_have.length > 0,
    ),
    complete: all.every((events) => events.length < EVENTS_MAX),
  };
}

function wouldHave(events: readonly StoredEvent[]): readonly WouldView[] {
  const sums = new WouldSums();
  for (const { eventType, details, timestamp } of events) {
    if (eventType !== 'would_have') continue;
    const { data } = wouldShape.safeParse(JSON.parse(details));
    if (data !== undefined) sums.take(data, timestamp);
  }
  return sums.all;
}

function whatWasDone(events: readonly StoredEvent[]): Did {
  const count = (type: string) => events.filter(({ eventType }) => eventType === type).length;
  const refused = events
    .filter(({ eventType }) => eventType === 'refused')
    .map(({ details }) => refusedShape.safeParse(JSON.parse(details)).data?.repeats ?? 0);
  return {
    stopped: count('kill_switch'),
    held: count('hold'),
    vetoed: count('veto'),
    refused: refused.reduce((sum, one) => sum + one, 0),
  };
}

function stopOf({ timestamp: at, session, reason, details }: StoredEvent) {
  const said = saidShape.safeParse(JSON.parse(details)).data;
  const named = said?.detector === 'literal' ? 'literal score' : (said?.progress.rule ?? null);
  return { at, session, rule: named, reason: said?.why ?? reason };
}
