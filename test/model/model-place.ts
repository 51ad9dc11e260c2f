/**
 * Whom a record is about, and what has to go to make room for it.
 */
import type { AgentRecord } from '../../src/core/records/records.ts';
import { withHold } from './model-holds.ts';
import {
  MAIN,
  newSession,
  newThread,
  type ModelAgent,
  type ModelHold,
  type ModelSession,
  type ModelThread,
} from './model-world.ts';

const MOST_LIVE = 64;

/** The level a record addresses, and the thread it is answered for. */
export interface Placed {
  readonly level: 'agent' | 'session' | 'thread';
  readonly session: ModelSession;
  readonly thread: ModelThread;
  readonly notes: readonly string[];
}

interface Names {
  readonly level: Placed['level'];
  readonly session: string;
  readonly thread: string;
}

const latest = <Named extends { named: number; name: string }>(
  all: readonly Named[],
): Named | undefined => all.toSorted((one, other) => other.named - one.named)[0];

/** The names a record is answered for. */
function namesOf(agent: ModelAgent, record: AgentRecord): Names {
  if (record.type !== 'operator' && record.type !== 'signal') {
    return { level: 'thread', session: record.session ?? MAIN, thread: record.thread ?? MAIN };
  }
  if (record.thread !== undefined) {
    return { level: 'thread', session: record.session ?? MAIN, thread: record.thread };
  }
  const session = record.session ?? latest(agent.sessions)?.name ?? MAIN;
  const known = agent.sessions.find(({ name }) => name === session);
  const thread = latest(known?.threads ?? [])?.name ?? MAIN;
  return { level: record.session === undefined ? 'agent' : 'session', session, thread };
}

/** Finds or makes the session and the thread a record is answered for. */
export function place(agent: ModelAgent, record: AgentRecord, now: number): Placed {
  const names = namesOf(agent, record);
  const notes: string[] = [];
  let session = agent.sessions.find(({ name }) => name === names.session);
  if (session === undefined) {
    if (agent.sessions.length >= MOST_LIVE) notes.push(makeRoomForSession(agent));
    session = newSession(names.session, now);
    agent.sessions.push(session);
  }
  let thread = session.threads.find(({ name }) => name === names.thread);
  if (thread === undefined) {
    if (session.threads.length >= MOST_LIVE) notes.push(makeRoomForThread(session));
    thread = newThread(names.thread, now);
    session.threads.push(thread);
  }
  session.named = agent.records;
  thread.named = agent.records;
  return { level: names.level, session, thread, notes };
}

function makeRoomForSession(agent: ModelAgent): string {
  const gone = leastNeeded(agent.sessions, allHolds);
  agent.sessions = agent.sessions.filter((one) => one !== gone);
  for (const hold of allHolds(gone)) agent.holds = withHold(agent.holds, hold);
  return `SESSION_EVICTED: ${JSON.stringify(gone.name)}`;
}

function makeRoomForThread(session: ModelSession): string {
  const gone = leastNeeded(session.threads, ({ holds }) => holds);
  session.threads.splice(session.threads.indexOf(gone), 1);
  for (const hold of gone.holds) session.holds = withHold(session.holds, hold);
  return `THREAD_EVICTED: ${JSON.stringify(gone.name)}`;
}

/** The least recently named, one without holds first. */
function leastNeeded<Named extends { named: number }>(
  all: readonly Named[],
  holdsOf: (one: Named) => readonly ModelHold[],
): Named {
  const oldestFirst = all.toSorted((one, other) => one.named - other.named);
  const [oldest] = oldestFirst;
  if (oldest === undefined) throw new Error('nothing is there that could make room');
  return oldestFirst.find((one) => holdsOf(one).length === 0) ?? oldest;
}

/** The holds of a session and of all its threads. */
function allHolds(session: ModelSession): readonly ModelHold[] {
  return [...session.holds, ...session.threads.flatMap(({ holds }) => holds)];
}
