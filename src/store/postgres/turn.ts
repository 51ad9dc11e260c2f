/**
 * Whose turn it is to serve a database: one process at a time, as long as its lease lasts.
 *
 * The lease is a row that is renewed by the clock of the database. The process counts it from before it asked, less a
 * tenth, by two clocks of its own: it stops letting anything through before the database gives the turn to another.
 * What it had under way when it stood still longer than that is refused by the number of its turn, which every append
 * names, so that a process that wakes up late writes nothing.
 */
import { StoreError } from '../store-error.ts';
import type { Connection } from './connection.ts';
import { Lease, RENEWALS } from './lease.ts';

/** A turn that was taken. */
export interface Turn {
  /** Named by everything that is written in it. */
  readonly epoch: number;
  /** Why nothing may be let through at this moment; null while the lease lasts. */
  problem(): string | null;
  /** How long the lease still lasts; 0 or less when it is over. */
  leftMs(): number;
  /** Calls a listener when the lease runs out, and each time that it does. */
  onOver(listener: () => void): void;
  /** Gives the turn back, so that nobody has to wait for the lease to run out. */
  release(): Promise<void>;
}

/** Who takes a turn. */
export interface TurnTaker {
  /** For people: where it runs. */
  readonly node: string;
  readonly leaseMs: number;
}

const LOOK_MS = 250;

const TAKE = `
  UPDATE tripwire.serving SET epoch = epoch + 1, node = $1,
      lease_until = clock_timestamp() + $2 * interval '1 millisecond'
    WHERE lease_until < clock_timestamp() RETURNING epoch`;
/** Nodes of a fleet whose leases are over write nothing any more; the others are still there. */
const FENCE = `
  UPDATE tripwire.nodes SET fenced = true WHERE NOT fenced AND lease_until < clock_timestamp()`;
const NODES = 'SELECT name FROM tripwire.nodes WHERE NOT fenced ORDER BY node';
const RENEW = `
  UPDATE tripwire.serving SET lease_until = clock_timestamp() + $2 * interval '1 millisecond'
    WHERE epoch = $1 RETURNING epoch`;
const RELEASE = "UPDATE tripwire.serving SET lease_until = '-infinity' WHERE epoch = $1";

/** Takes the turn, and waits for at most one lease of somebody who has just died. */
export async function takeTurn(connection: Connection, taker: TurnTaker): Promise<Turn> {
  const { node, leaseMs } = taker;
  const lease = new Lease();
  const deadline = performance.now() + leaseMs + 2 * LOOK_MS;
  for (;;) {
    const [wall, monotonic] = [Date.now(), performance.now()];
    const taken = await connection.turns.write('taking the turn', async (ask) => {
      const [turn] = await ask(TAKE, [node, leaseMs]);
      // Whoever joins a fleet locks the same row first.
      await ask(FENCE);
      const [member] = await ask(NODES);
      if (turn === undefined || member === undefined) return turn;
      await ask(RELEASE, [turn['epoch']]);
      return undefined;
    });
    if (taken !== undefined) {
      lease.renewed(wall, monotonic, leaseMs);
      return keptTurn(connection, lease, Number(taken['epoch']), leaseMs);
    }
    if (performance.now() > deadline) throw await takenByOther(connection);
    await new Promise((resolve) => {
      setTimeout(resolve, LOOK_MS);
    });
  }
}

function keptTurn(connection: Connection, lease: Lease, epoch: number, leaseMs: number): Turn {
  const listeners = new Set<() => void>();
  let lost = false;
  let said = '';
  let isOver = false;
  let renewing: Promise<void> | null = null;
  const { place } = connection;
  const problem = () => {
    if (lost) return `another Tripwire serves ${place} now. Start this one again to take its place`;
    if (lease.leftMs() > 0) return null;
    return `${place} did not renew the lease of this node${said}`;
  };
  const look = () => {
    const wasOver = isOver;
    isOver = problem() !== null;
    if (isOver && !wasOver) for (const listener of listeners) listener();
  };
  const renew = async () => {
    const [wall, monotonic] = [Date.now(), performance.now()];
    try {
      const renewed = await connection.turns.ask('renewing the lease', RENEW, [epoch, leaseMs]);
      if (renewed.length === 0) lost = true;
      else lease.renewed(wall, monotonic, leaseMs);
      said = '';
    } catch (error) {
      said = error instanceof Error ? ` (${error.message})` : '';
    }
    look();
  };
  const timer = setInterval(() => {
    look();
    if (lost || renewing !== null) return;
    renewing = renew().finally(() => {
      renewing = null;
    });
  }, leaseMs / RENEWALS);
  return {
    epoch,
    problem,
    leftMs: () => (lost ? 0 : lease.leftMs()),
    onOver: (listener) => {
      listeners.add(listener);
    },
    release: async () => {
      clearInterval(timer);
      await renewing;
      // What cannot be given back runs out by itself.
      if (!lost)
        await connection.turns.ask('giving the turn back', RELEASE, [epoch]).catch(() => []);
      lost = true;
    },
  };
}

async function takenByOther(connection: Connection): Promise<StoreError> {
  const doing = 'taking the turn';
  const [member] = await connection.turns.ask(doing, NODES);
  if (member !== undefined) {
    return new StoreError(
      'STORE_UNAVAILABLE',
      `a fleet serves ${connection.place} (${String(member['name'])}): join it with --fleet, or end its nodes.`,
    );
  }
  const [found] = await connection.turns.ask(doing, 'SELECT node FROM tripwire.serving');
  return new StoreError(
    'STORE_UNAVAILABLE',
    `${String(found?.['node'])} serves ${connection.place}, and only one Tripwire may at a time: end it, or wait until ` +
      'its lease has run out.',
  );
}
