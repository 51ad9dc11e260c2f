/**
 * Where a record belongs: its session and thread, found or made, and brought up to the present.
 *
 * Live sessions and threads are bounded. The least recently seen goes out, one without holds first;
 * holds of one that must go move up a level, because forgetting must never release anything, and what it spent is kept
 * for when it comes back.
 */
import { MAIN } from '../base/main-name.ts';
import type { ConstitutionValues } from './constitution/constitution.ts';
import { advanceSession } from './flow.ts';
import type { HoldLevel } from './holds/hold-view.ts';
import { raiseHold, type Hold } from './holds/holds.ts';
import { SESSIONS_MAX, THREADS_MAX } from './limits.ts';
import type { AgentRecord } from './records/records.ts';
import { recalled, retireSession, retireThread } from './spending/retired-ledgers.ts';
import {
  initialSession,
  initialThread,
  type AgentState,
  type SessionState,
  type ThreadState,
} from './state.ts';

/** Names of the session and thread a record is answered for, and the level it addresses. */
export interface Place {
  readonly level: HoldLevel;
  readonly session: string;
  readonly thread: string;
}

/** A place with its present state, and the agent around it. */
export interface Scene {
  readonly agent: AgentState;
  readonly session: SessionState;
  readonly thread: ThreadState;
  readonly notes: readonly string[];
}

/** Finds where a record belongs. People and signals may address a whole agent or session. */
export function locate(state: AgentState, record: AgentRecord): Place {
  if (record.type !== 'operator' && record.type !== 'signal') {
    const { session = MAIN, thread = MAIN } = record;
    return { level: 'thread', session, thread };
  }
  if (record.thread !== undefined) {
    return { level: 'thread', session: record.session ?? MAIN, thread: record.thread };
  }
  const session = record.session ?? lastSeen(state.sessions) ?? MAIN;
  const threads = Object.hasOwn(state.sessions, session) ? state.sessions[session]?.threads : {};
  const thread = lastSeen(threads ?? {}) ?? MAIN;
  return { level: record.session === undefined ? 'agent' : 'session', session, thread };
}

/** Opens a place: makes room, makes what is missing, and lets time pass in its session. */
export function enter(
  state: AgentState,
  place: Place,
  now: number,
  values: ConstitutionValues,
): Scene {
  let agent = state;
  let notes: readonly string[] = [];
  let session: SessionState;
  if (Object.hasOwn(agent.sessions, place.session)) {
    session = advanceSession(agent.sessions[place.session] as SessionState, now, values);
  } else {
    const kept = recalled(agent, 'session', [place.session]);
    session = initialSession(now);
    if (kept !== null) {
      agent = kept.agent;
      session = { ...session, ledger: kept.ledger };
    }
    if (Object.keys(agent.sessions).length >= SESSIONS_MAX) {
      // Brought up to now first: a hold that time has lifted must not count as standing.
      const present = mapValues(agent.sessions, (one) => advanceSession(one, now, values));
      const room = makeRoom(present, agent.holds, holdsWithin);
      agent = { ...agent, sessions: room.rest, holds: room.holds };
      agent = retireSession(agent, room.name, room.leaving);
      notes = [`SESSION_EVICTED: ${JSON.stringify(room.name)}`];
    }
  }
  if (Object.hasOwn(session.threads, place.thread)) {
    return { agent, session, thread: session.threads[place.thread] as ThreadState, notes };
  }
  if (Object.keys(session.threads).length >= THREADS_MAX) {
    const room = makeRoom(session.threads, session.holds, (thread) => thread.holds);
    session = { ...session, threads: room.rest, holds: room.holds };
    agent = retireThread(agent, [place.session, room.name], room.leaving);
    notes = [...notes, `THREAD_EVICTED: ${JSON.stringify(room.name)}`];
  }
  const kept = recalled(agent, 'thread', [place.session, place.thread]);
  if (kept === null) return { agent, session, thread: initialThread(now), notes };
  return {
    agent: kept.agent,
    session,
    thread: { ...initialThread(now), ledger: kept.ledger },
    notes,
  };
}

/** Writes a place back and marks it as the one seen last. */
export function leave(
  agent: AgentState,
  place: Place,
  session: SessionState,
  thread: ThreadState,
): AgentState {
  const seen = agent.sequence;
  const threads = { ...session.threads, [place.thread]: { ...thread, seen } };
  const sessions = { ...agent.sessions, [place.session]: { ...session, seen, threads } };
  return { ...agent, sessions };
}

interface Kept {
  readonly seen: number;
}

interface Room<T> {
  readonly name: string;
  readonly leaving: T;
  readonly rest: Readonly<Record<string, T>>;
  readonly holds: readonly Hold[];
}

/** Lets one go to make room for another. Its holds join those of the level above. */
function makeRoom<T extends Kept>(
  kept: Readonly<Record<string, T>>,
  holdsAbove: readonly Hold[],
  holdsOf: (one: T) => readonly Hold[],
): Room<T> {
  const entries = Object.entries(kept);
  const free = entries.filter(([, one]) => holdsOf(one).length === 0);
  const [name, leaving] = (free.length > 0 ? free : entries).reduce((oldest, entry) =>
    entry[1].seen < oldest[1].seen ? entry : oldest,
  );
  const rest = Object.fromEntries(entries.filter(([other]) => other !== name));
  return { name, leaving, rest, holds: holdsOf(leaving).reduce(raiseHold, holdsAbove) };
}

/** All holds of a session, those of its threads included. */
function holdsWithin(session: SessionState): readonly Hold[] {
  return [...session.holds, ...Object.values(session.threads).flatMap((thread) => thread.holds)];
}

function mapValues<T>(
  values: Readonly<Record<string, T>>,
  change: (value: T) => T,
): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}

function lastSeen(kept: Readonly<Record<string, Kept>>): string | null {
  let name: string | null = null;
  let seen = -1;
  for (const [candidate, one] of Object.entries(kept)) {
    if (one.seen > seen) {
      name = candidate;
      seen = one.seen;
    }
  }
  return name;
}
