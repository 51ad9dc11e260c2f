/**
 * Incidents: every stop that bound everything an agent does, with whether it still stands and what people said of it.
 *
 * A stop is named by its row in the journal, so that the link in a message still leads there when the events were made
 * anew.
 */
import { z } from 'zod';
import { present } from '../../base/present.ts';
import { HOLD_SCOPES } from '../../core/index.ts';
import type { Gate } from '../../gate/index.ts';
import { checkedEvents, isMismatch } from '../../journal/index.ts';
import type { EventQuery, Store, StoredEvent } from '../../store/index.ts';
import { unknownThing } from '../api/control-plane.ts';
import { Documents } from '../api/documents.ts';
import { incidentSummary } from '../api/schemas-people.ts';

/** A stop in short. */
export type IncidentSummary = z.output<typeof incidentSummary>;

/** The same before somebody gave it its title. */
type Untitled = Omit<IncidentSummary, 'title'>;
/** Who knows the titles of stops. */
type Titles = Pick<Gate, 'stopTitle'>;

const EVENTS_MAX = 10_000;

/** What people said of a stop. */
const markShape = z.object({
  acknowledged: z.object({ by: z.string(), at: z.number() }).nullable(),
  healthy: z.boolean(),
  note: z.string(),
  // Marks of earlier versions have no assignee.
  assignee: z.string().nullable().default(null),
  // Marks of version 0.1 do not have it.
  marked: z.enum(['healthy', 'stuck']).nullable().default(null),
});
export type IncidentMark = z.output<typeof markShape>;

const UNMARKED: IncidentMark = {
  acknowledged: null,
  healthy: false,
  note: '',
  assignee: null,
  marked: null,
};

const holdDetails = z.object({
  hold: incidentSummary.shape.kind,
  level: incidentSummary.shape.level,
  by: z.string(),
  reported: z.boolean().default(false),
  why: z.string().optional(),
});

/** Which stops. */
export interface IncidentsAsked {
  readonly agent?: string;
  readonly state: 'open' | 'all';
  readonly before?: number;
  readonly limit: number;
}

/** The stops of a store. */
export class Incidents {
  readonly #store: Store;
  readonly #titles: Titles;
  readonly #marks: Documents<IncidentMark>;

  constructor({ store, gate }: { readonly store: Store; readonly gate: Titles }) {
    this.#store = store;
    this.#titles = gate;
    this.#marks = new Documents(store, 'incident', markShape);
  }

  /** The newest first. */
  async list({ agent, state, before, limit }: IncidentsAsked): Promise<readonly IncidentSummary[]> {
    const until = before === undefined ? undefined : before - 1;
    const holds = await this.#events({ ...present({ agent, until }), type: 'hold' });
    const releases = await this.#releases(agent);
    const marks = new Map((await this.#marks.all()).map(({ id, value }) => [id, value]));
    const releaseOf = releaseIndex(releases);
    const found: IncidentSummary[] = [];
    const seen = new Set<string>();
    for (const event of holds) {
      const summary = summaryOf(event, releaseOf, marks);
      if (summary === null || seen.has(summary.id)) continue;
      seen.add(summary.id);
      if (state === 'all' || summary.open) found.push(await this.#titled(event, summary));
      if (found.length === limit) break;
    }
    return found;
  }

  /** The newest events of a kind, as far as the journal confirms them. */
  async #events(query: Omit<EventQuery, 'limit'>): Promise<readonly StoredEvent[]> {
    const found = await this.#store.events({ ...query, newestFirst: true, limit: EVENTS_MAX });
    return checkedEvents(this.#store, found);
  }

  /** Releases that the journal has: one that somebody added ends no stop. */
  async #releases(agent: string | undefined): Promise<readonly StoredEvent[]> {
    const found = await this.#events({ ...present({ agent }), type: 'release' });
    return found.filter((event) => !isMismatch(event));
  }

  /** The event of a stop and the stop in short; throws when there is none of that name. */
  async find(
    id: string,
  ): Promise<{ readonly event: StoredEvent; readonly summary: IncidentSummary }> {
    const [, seqText, agent] = /^(\d{1,15})@(.{1,64})$/.exec(id) ?? [];
    const seq = Number(seqText);
    if (agent !== undefined) {
      const releases = await this.#releases(agent);
      const holds = await this.#events({ agent, type: 'hold' });
      const mark = await this.#marks.find(id);
      const marks = new Map(mark === null ? [] : [[id, mark.value]]);
      for (const event of holds.filter((one) => one.seq === seq)) {
        const summary = summaryOf(event, releaseIndex(releases), marks);
        if (summary !== null) return { event, summary: await this.#titled(event, summary) };
      }
    }
    throw unknownThing('incident', id, '/api/incidents');
  }

  async #titled(event: StoredEvent, untitled: Untitled): Promise<IncidentSummary> {
    return { ...untitled, title: await this.#titles.stopTitle(event) };
  }

  /** Changes what people said of a stop. */
  async mark(id: string, at: number, change: Partial<IncidentMark>): Promise<IncidentSummary> {
    await this.find(id);
    const known = (await this.#marks.find(id))?.value ?? UNMARKED;
    await this.#marks.put(id, at, { ...known, ...change });
    return (await this.find(id)).summary;
  }

  /** Stops that people called wrong since a time. */
  async wrongSince(since: number): Promise<number> {
    const marks = await this.#marks.all();
    return marks.filter(({ at, value }) => value.healthy && at >= since).length;
  }
}

/** The name of the stop that an event tells of. */
export function incidentId({ agent, seq }: Pick<StoredEvent, 'agent' | 'seq'>): string {
  return `${seq}@${agent}`;
}

type ReleaseOf = (event: StoredEvent, hold: string) => StoredEvent | null;

function releaseIndex(releases: readonly StoredEvent[]): ReleaseOf {
  const keyOf = (event: StoredEvent, hold: string) =>
    JSON.stringify([event.agent, event.session, hold]);
  const byKey = new Map<string, StoredEvent[]>();
  for (const event of releases) {
    const hold = holdDetails.safeParse(JSON.parse(event.details)).data?.hold ?? '';
    const key = keyOf(event, hold);
    byKey.set(key, [...(byKey.get(key) ?? []), event]);
  }
  // The newest come first, so the last that is later than the stop is the one that ended it.
  return (event, hold) =>
    byKey.get(keyOf(event, hold))?.findLast(({ id }) => id > event.id) ?? null;
}

function summaryOf(
  event: StoredEvent,
  releaseOf: ReleaseOf,
  marks: ReadonlyMap<string, IncidentMark>,
): Untitled | null {
  const details = holdDetails.safeParse(JSON.parse(event.details)).data;
  if (details === undefined || HOLD_SCOPES[details.hold] !== 'all') return null;
  const { hold, level, by, reported, why } = details;
  const released = releaseOf(event, hold);
  const id = incidentId(event);
  return {
    id,
    agent: event.agent,
    session: event.session,
    kind: hold,
    level,
    at: event.timestamp,
    reason: event.reason,
    why: why ?? event.reason,
    by,
    reported,
    open: released === null,
    released_at: released?.timestamp ?? null,
    ...(marks.get(id) ?? UNMARKED),
  };
}
