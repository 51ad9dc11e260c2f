/**
 * One stop with all that led to it: the signal, the steps before with what repeated, what it cost, what came after.
 */
import { z } from 'zod';
import { MAIN } from '../../base/main-name.ts';
import { remedyOf } from '../../core/holds/remedy.ts';
import type { Constitution, HoldKind, HoldLevel } from '../../core/index.ts';
import { checkedEvents, isMismatch } from '../../journal/index.ts';
import type { Store, StoredEvent } from '../../store/index.ts';
import { viewEvent } from '../agents/event-view.ts';
import type { StepView } from '../agents/steps.ts';
import { incidentView } from '../api/schemas-people.ts';
import { stoppedThread, viewExplained } from './explained-steps.ts';
import { keptTexts, viewTexts } from './incident-evidence.ts';
import type { IncidentSummary } from './incident-list.ts';
import { loopBefore } from './loop-cost.ts';

/** A stop in full. */
export type IncidentView = z.output<typeof incidentView>;

const STEPS_SHOWN = 60;
const EVENTS_AFTER_MAX = 100;

const NOTES_LOOKED_AT = 100;

/** A note of the detector that is no second opinion. */
const noteShape = z.object({ told: z.enum(['hook', 'adapter', 'wire']) });

const signalShape = z.object({
  detector: z.enum(['progress', 'literal']),
  threshold: z.number(),
  literal: z.object({ score: z.number() }),
  progress: z.object({
    score: z.number(),
    level: z.enum(['ok', 'warn', 'stop']),
    rule: z.string().nullable(),
  }),
  steer: z.string().nullable(),
  opinion: z.object({ stopsAbove: z.number() }).optional(),
});

/** The acts that an incident offers; what else lifts a hold is done elsewhere. */
const offeredActs: ReadonlySet<string> = new Set(incidentView.shape.remedy_action.unwrap().options);

function isOffered(act: string | null): act is IncidentView['remedy_action'] {
  return act === null || offeredActs.has(act);
}

/** What lifts the hold that an event raised. A client that names no session works in `main`, and so does its agent. */
export function remedyOfEvent(
  hold: HoldKind,
  { agent, session }: Pick<StoredEvent, 'agent' | 'session'>,
  level: HoldLevel,
): { readonly action: IncidentView['remedy_action']; readonly words: string } {
  const whole = level === 'agent' || session === MAIN;
  const { act, words } = remedyOf({ hold, agent, session: whole ? null : session });
  return { action: isOffered(act) ? act : null, words };
}

/** The whole of it. */
export async function viewIncident(
  {
    store,
    journal,
    constitution,
  }: { readonly store: Store; readonly journal: string; readonly constitution: Constitution },
  event: StoredEvent,
  summary: IncidentSummary,
): Promise<IncidentView> {
  const { agent, seq, session } = event;
  const { steps, cost } = await loopBefore(store, event);
  const after = await checkedEvents(
    store,
    await store.events({ agent, afterId: event.id, limit: EVENTS_AFTER_MAX }),
  );
  const told = await store.events({ agent, type: 'kill_switch', newestFirst: true, limit: 1_000 });
  const signals = told.filter((one) => one.seq === seq).slice(0, 1);
  const [signalEvent] = await checkedEvents(store, signals);
  const kept = await keptTexts(store, event);
  const stopped = await stoppedThread({ store, constitution }, event, kept?.texts ?? []);
  const { action, words } = remedyOfEvent(summary.kind, event, summary.level);
  const signal = signalOf(signalEvent, steps);
  return {
    ...summary,
    signal: signal?.scores ?? null,
    steer: signal?.steer ?? null,
    told:
      summary.kind === 'kill_switch' && cost.loop_began_at !== null
        ? await toldBefore(store, event, cost.loop_began_at)
        : null,
    evidence: kept === null ? null : viewTexts(kept, session),
    explained: stopped === null ? null : viewExplained(stopped),
    steps: steps.slice(-STEPS_SHOWN),
    cost,
    refused_after: refusedAfter(after, summary),
    // What follows from the same record is the stop itself.
    events_after: after.filter((one) => one.seq !== seq).map(viewEvent),
    remedy: words,
    remedy_action: action,
    replay: `tripwire replay ${journal}`,
  };
}

/** What the agent was told of this loop: the newest note of the detector since it began. Other stops have no warning. */
async function toldBefore(
  store: Store,
  event: StoredEvent,
  since: number,
): Promise<IncidentView['told']> {
  const { agent, session, id, timestamp: until } = event;
  const notes = await store.events({
    agent,
    type: 'note',
    until,
    since,
    newestFirst: true,
    limit: NOTES_LOOKED_AT,
  });
  for (const note of await checkedEvents(store, notes)) {
    const details = noteShape.safeParse(JSON.parse(note.details)).data;
    const isHere = session === null || note.session === session;
    if (note.id > id || !isHere || details === undefined || isMismatch(note)) continue;
    return { at: note.timestamp, way: details.told, words: note.reason };
  }
  return null;
}

function signalOf(event: StoredEvent | undefined, steps: readonly StepView[]) {
  const details =
    event === undefined ? undefined : signalShape.safeParse(JSON.parse(event.details)).data;
  const last = steps.findLast(({ scores }) => scores !== null)?.scores;
  if (event === undefined || details === undefined) {
    return last === undefined || last === null ? null : { scores: last, steer: null };
  }
  const { detector, threshold, literal, progress, steer, opinion } = details;
  const { score, level, rule } = progress;
  const scores = {
    detector,
    threshold,
    stops_above: (detector === 'progress' ? opinion?.stopsAbove : undefined) ?? threshold,
    literal: literal.score,
    progress: score,
    progress_level: level,
    rule,
    did: 'killed' as const,
    reason: event.reason,
  };
  return { scores, steer };
}

function refusedAfter(
  after: readonly StoredEvent[],
  { released_at: end }: IncidentSummary,
): number {
  return after
    .filter((one) => one.eventType === 'refused' && (end === null || one.timestamp <= end))
    .reduce(
      (sum, one) => sum + (repeatsShape.safeParse(JSON.parse(one.details)).data?.repeats ?? 0),
      0,
    );
}

const repeatsShape = z.object({ repeats: z.number() });
