/**
 * The courses of all stops that stand, from the journal: each row is read once, and what it said is kept.
 */
import { z } from 'zod';
import { BoundedMap } from '../../base/bounded-map.ts';
import { MAIN } from '../../base/main-name.ts';
import type { AgentView, Gate, HeldView } from '../../gate/index.ts';
import { readRow } from '../../journal/index.ts';
import type { Store } from '../../store/index.ts';
import {
  courseOf,
  NO_FACTS,
  withRecord,
  type ProcessFacts,
  type StopCourse,
  type StopFacts,
} from './stop-course.ts';

/** A stop that stands, and how far it has come. */
export interface StandingStop extends StopCourse {
  readonly agent: string;
  readonly session: string | null;
  /** The subagent it binds alone; null for the session and its own conversation. */
  readonly subagent: string | null;
  /** It binds until the next prompt. */
  readonly turn: boolean;
  readonly hold: HeldView['hold'];
  readonly title: string;
}

/** A stop, and what was noted of it. */
export interface NotedStop {
  readonly stop: StandingStop;
  readonly noted: StopFacts['noted'];
}

interface Read {
  /** The next row. */
  readonly next: number;
  readonly facts: StopFacts;
}

const STOPS_KEPT = 1_000;
const ROWS_AT_ONCE = 1_000;
const EVENTS_READ = 200;

const processNote = z.object({
  process: z.object({ id: z.string(), state: z.enum(['started', 'ended']) }),
});

/** The stops of a gate. */
export class StopCourses {
  readonly #gate: Pick<Gate, 'agent' | 'agents' | 'calls' | 'clock'>;
  readonly #store: Pick<Store, 'events' | 'read'>;
  readonly #read = new BoundedMap<string, Read>(STOPS_KEPT);

  constructor(
    gate: Pick<Gate, 'agent' | 'agents' | 'calls' | 'clock'>,
    store: Pick<Store, 'events' | 'read'>,
  ) {
    this.#gate = gate;
    this.#store = store;
  }

  /** Every stop that stands; of one agent where one is named. */
  async list(agent?: string): Promise<readonly StandingStop[]> {
    const agents =
      agent === undefined ? await this.#gate.agents() : [await this.#gate.agent(agent)];
    const stops: StandingStop[] = [];
    for (const view of agents) stops.push(...(await this.of(view)));
    return stops;
  }

  /** The stops that stand on an agent and on single sessions of it. */
  async of(view: AgentView): Promise<readonly StandingStop[]> {
    return (await this.noted(view)).map(({ stop }) => stop);
  }

  /** The same with what was noted of them. */
  async noted(view: AgentView): Promise<readonly NotedStop[]> {
    const held = heldIn(view);
    if (held.length === 0) return [];
    const processes = await this.#processes(view.id);
    const now = this.#gate.clock.now();
    return Promise.all(
      held.map(async (place) => {
        const facts = await this.#facts(view.id, place);
        const course = courseOf(place.hold, facts, {
          now,
          openCalls: this.#openCalls(view, place),
          processes: isNarrow(place) ? withoutRunning(processes) : processes,
        });
        const stop = {
          agent: view.id,
          session: place.session,
          subagent: place.thread === MAIN ? null : place.thread,
          turn: place.hold.turn === true,
          hold: place.hold.hold,
          title: place.hold.title,
          ...course,
        };
        return { stop, noted: facts.noted };
      }),
    );
  }

  #openCalls({ id, open_calls: all }: AgentView, { session, thread }: Held): number {
    return session === null ? all : this.#gate.calls.within(id, session, thread);
  }

  async #facts(agent: string, { session, thread, hold }: Held): Promise<StopFacts> {
    const key = JSON.stringify([agent, session, thread, hold.hold, hold.since]);
    const known = this.#read.get(key) ?? { next: await this.#rowOf(agent, hold), facts: NO_FACTS };
    let { next, facts } = known;
    for (;;) {
      const rows = await this.#store.read(agent, next, ROWS_AT_ONCE);
      for (const row of rows) {
        const entry = readRow(row);
        next = row.seq + 1;
        if (!('record' in entry)) continue;
        const { allowed } = entry.decision.safety;
        facts = withRecord(facts, entry.record, allowed, { session, thread, since: hold.since });
      }
      if (rows.length < ROWS_AT_ONCE) break;
    }
    this.#read.set(key, { next, facts });
    return facts;
  }

  /** A row from which on everything since the stop is read; what binds all agents is in none of their journals. */
  async #rowOf(agent: string, { since }: HeldView): Promise<number> {
    const [before] = await this.#store.events({
      agent,
      until: since,
      newestFirst: true,
      limit: 1,
    });
    return before?.seq ?? 1;
  }

  async #processes(agent: string): Promise<ProcessFacts> {
    const notes = await this.#store.events({
      agent,
      type: 'note',
      limit: EVENTS_READ,
      newestFirst: true,
    });
    const running = new Set<string>();
    let endedAt: number | null = null;
    for (const { details, timestamp } of notes.toReversed()) {
      const told = processNote.safeParse(JSON.parse(details)).data?.process;
      if (told?.state === 'started') running.add(told.id);
      if (told?.state !== 'ended') continue;
      running.delete(told.id);
      endedAt = timestamp;
    }
    return { running: running.size, endedAt: running.size === 0 ? endedAt : null };
  }
}

/** What is meant to end an agent; the other holds only keep it waiting. */
const STOPS: ReadonlySet<HeldView['hold']> = new Set([
  'hard_stop',
  'kill_switch',
  'stop_all',
  'manual',
]);

/** A stop and where it stands. */
interface Held {
  readonly session: string | null;
  /** The conversation it binds alone; null for all of them. */
  readonly thread: string | null;
  readonly hold: HeldView;
}

/** The strongest stop of the agent, or else of each session, or else of each conversation. */
function heldIn({ holds, sessions }: AgentView): readonly Held[] {
  const own = stopIn(holds);
  if (own !== undefined) return [{ session: null, thread: conversationOf(own), hold: own }];
  return sessions.flatMap(({ id, holds: below, threads }): readonly Held[] => {
    const hold = stopIn(below);
    const thread = hold === undefined ? null : conversationOf(hold);
    const whole = hold === undefined ? [] : [{ session: id, thread, hold }];
    if (hold !== undefined && thread === null) return whole;
    const subagents = threads.flatMap(({ id: name, holds: single }): readonly Held[] => {
      const alone = name === MAIN ? undefined : stopIn(single);
      return alone === undefined ? [] : [{ session: id, thread: name, hold: alone }];
    });
    return [...whole, ...subagents];
  });
}

/** The one that binds most comes first. */
function stopIn(holds: readonly HeldView[]): HeldView | undefined {
  const stops = holds.filter(({ hold }) => STOPS.has(hold));
  return stops.find(({ level }) => level !== 'thread') ?? stops[0];
}

/** The session's own conversation, where a hold binds that alone. */
function conversationOf({ level }: HeldView): string | null {
  return level === 'thread' ? MAIN : null;
}

/** Whether the process of the client is meant to go on. */
function isNarrow({ thread, hold }: Held): boolean {
  return thread !== null || hold.turn === true;
}

/** A process that runs on says nothing of one conversation in it; one that is gone does. */
function withoutRunning({ running, endedAt }: ProcessFacts): ProcessFacts {
  return { running: 0, endedAt: running === 0 ? endedAt : null };
}
