/**
 * The way from one node to the database: questions and answers that take time, overtake each other, are lost or come when
 * nobody waits any more; messages that are lost, late, or come twice.
 */
import type { Asker, Connection, Row } from '../../../src/store/postgres/connection.ts';
import { postgresFailure } from '../../../src/store/postgres/failure.ts';
import type { SeededRandom } from '../../simulation/seeded-random.ts';
import type { SimulatedProcess } from '../processes.ts';
import type { VirtualTime } from '../virtual-time.ts';
import { failure, type Session, type VirtualDatabase } from './virtual-database.ts';

/** Nothing gets through; or questions do and answers do not; or everything is slow; or connections are refused. */
export type LinkFault = 'silent' | 'deaf' | 'slow' | 'refused';

/** What happened on the way. */
export type LinkSight =
  | 'an answer of the database was lost'
  | 'a question came after its asker had given up'
  | 'a message was lost'
  | 'a message came twice';

/** What a way is made of. */
export interface LinkParts {
  readonly time: VirtualTime;
  readonly random: SeededRandom;
  readonly database: VirtualDatabase;
  readonly process: SimulatedProcess;
  readonly fault: () => LinkFault | null;
  /** Whether nothing is lost any more. */
  readonly isSound: () => boolean;
  /** Until when the database stands still. */
  readonly stillUntilMs: () => number;
  readonly see: (what: LinkSight) => void;
  /** Keeps who listens; gives back how to leave. */
  readonly listen: (heard: () => void) => () => void;
}

const ANSWER_MS = 5_000;
const LEASE_ANSWER_MS = 1_000;
/** The server throws a transaction away that asks nothing for so long. */
const IDLE_MS = 5_000;
const PLACE = 'postgres://simulated';

/** A connection of a node; its process ends with it. */
export function virtualConnection(parts: LinkParts): Connection {
  const usual = askerOf(parts, ANSWER_MS);
  return {
    ...usual,
    appends: usual,
    waiting: usual,
    turns: askerOf(parts, LEASE_ANSWER_MS),
    listen: (_channel, heard) => {
      const silence = parts.listen(heard);
      return () => Promise.resolve(silence());
    },
    place: PLACE,
    close: () => Promise.resolve(),
  };
}

/** Brings a message to a listener: perhaps late, perhaps twice, perhaps not at all. */
export function bringMessage(parts: LinkParts, heard: () => void): void {
  const { random, time, process, see } = parts;
  const fault = parts.fault();
  if (fault === 'silent' || fault === 'deaf' || random.chance(0.1))
    return see('a message was lost');
  const isTwice = random.chance(0.1);
  if (isTwice) see('a message came twice');
  for (let left = isTwice ? 2 : 1; left > 0; left -= 1) {
    time.planFor(process, random.pick([0.1, 0.5, 2, 30, 400]), heard);
  }
}

function askerOf(parts: LinkParts, limitMs: number): Asker {
  const told = (doing: string) => (error: unknown) => {
    throw postgresFailure(error, PLACE, doing);
  };
  const { database } = parts;
  return {
    ask: (doing, sql, values = []) =>
      roundTrip(parts, limitMs, sessionOf(false), (session) =>
        database.run(session, sql, values),
      ).catch(told(doing)) as Promise<never>,
    write: async (doing, work) => {
      const session = sessionOf(true);
      const ask = (sql: string, values: readonly unknown[] = []) =>
        roundTrip(parts, limitMs, session, (own) => database.run(own, sql, values));
      try {
        const result = await work(ask);
        await roundTrip(parts, limitMs, session, (own) => {
          database.commit(own);
          return Promise.resolve([]);
        });
        return result;
      } catch (error) {
        // The server hears that the connection is gone, if it hears anything.
        const afterMs = parts.fault() === null ? 1 : IDLE_MS;
        parts.time.plan(afterMs, () => database.rollback(session));
        return told(doing)(error);
      }
    },
  };
}

function sessionOf(isTransaction: boolean): Session {
  return { isTransaction, isOver: false, locks: new Set(), owed: [] };
}

type Work = (session: Session) => Promise<readonly Row[]>;

function roundTrip(
  parts: LinkParts,
  limitMs: number,
  session: Session,
  work: Work,
): Promise<readonly Row[]> {
  const { time, process, random, database } = parts;
  // Who died asks nothing, and waits for ever.
  if (process.isDead) return new Promise<never>(() => undefined);
  const isWaiting = { now: true };
  return new Promise((resolve, reject) => {
    const hear = (afterMs: number, settle: () => void) =>
      time.planFor(process, afterMs, () => {
        if (!isWaiting.now) return;
        isWaiting.now = false;
        settle();
      });
    if (parts.fault() === 'refused') {
      hear(0.5, () => reject(failure('ECONNREFUSED', 'nothing listens there')));
      return;
    }
    hear(limitMs, () => reject(failure('57014', 'no answer in time')));
    const arrive = () => {
      const stillMs = parts.stillUntilMs() - time.nowMs;
      if (stillMs > 0) return time.plan(stillMs + random.between(0, 3), arrive);
      if (!isWaiting.now || process.isDead)
        parts.see('a question came after its asker had given up');
      if (session.isTransaction) {
        time.plan(IDLE_MS + limitMs, () => database.rollback(session));
      }
      void answered(parts, work(session), hear, { resolve, reject });
    };
    const wayMs = wayThere(parts);
    if (wayMs !== null) time.plan(wayMs, arrive);
  });
}

async function answered(
  parts: LinkParts,
  work: Promise<readonly Row[]>,
  hear: (afterMs: number, settle: () => void) => void,
  {
    resolve,
    reject,
  }: { resolve: (rows: readonly Row[]) => void; reject: (error: unknown) => void },
): Promise<void> {
  const settle = await work.then(
    (rows) => () => resolve(rows),
    (error: unknown) => () => reject(error),
  );
  const fault = parts.fault();
  const isLost = !parts.isSound() && parts.random.chance(0.002);
  if (fault === 'silent' || fault === 'deaf' || isLost) {
    return parts.see('an answer of the database was lost');
  }
  hear(latencyMs(parts), settle);
}

/** How long a question takes; null where it never arrives. What the network swallowed may still come out of it. */
function wayThere(parts: LinkParts): number | null {
  if (parts.fault() !== 'silent') return latencyMs(parts);
  return parts.random.chance(0.3) ? parts.random.between(200, 9_000) : null;
}

function latencyMs({ random, fault }: LinkParts): number {
  if (fault() === 'slow') return random.between(20, 400);
  return random.chance(0.03) ? random.between(5, 60) : random.between(2, 12) / 10;
}
