/**
 * One node of a fleet: a row with a lease by the clock of the database, and the number of the last change that the node
 * acted on.
 *
 * Others count a node out when its lease ran out. The node itself counts its lease shorter than the database does, so it
 * lets nothing through by the time that others may count on that. One that was fenced joins anew, hears what it missed, and
 * only then works again.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { errorWords } from '../../base/error-words.ts';
import { StoreError } from '../store-error.ts';
import { allNodes, confirmedByAll, type NodeView } from './all-nodes.ts';
import type { Connection } from './connection.ts';
import { HeardChanges, type FleetListener } from './fleet-changes.ts';
import { joinOnce, type Joined, type Joining } from './fleet-joining.ts';
import { CHANNEL } from './fleet-tables.ts';
import { isWentBack, requireKept } from './kept-changes.ts';
import { Lease, RENEWALS } from './lease.ts';

const JOIN_LOOK_MS = 250;

const RENEW = `
  UPDATE tripwire.nodes SET lease_until = clock_timestamp() + $2 * interval '1 millisecond', open_calls = $3
    WHERE node = $1 AND NOT fenced
    RETURNING (SELECT version FROM tripwire.fleet) AS version,
      (SELECT births FROM tripwire.fleet) AS births, node = (
      SELECT min(node) FROM tripwire.nodes WHERE NOT fenced AND lease_until >= clock_timestamp()
    ) AS leads`;
const LEAVE = 'UPDATE tripwire.nodes SET fenced = true WHERE node = $1';

/** Joins the fleet of a database; it works once `start` has resolved. */
export async function joinFleet(connection: Connection, joining: Joining): Promise<FleetNode> {
  const node = new FleetNode(connection, joining);
  await node.join();
  return node;
}

/** A node of a fleet. */
export class FleetNode {
  readonly #connection: Connection;
  readonly #joining: Joining;
  readonly #lease = new Lease();
  readonly #over = new Set<() => void>();
  readonly #heard: HeardChanges;
  #node = 0;
  #generation = 0;
  /** Since when a change waits to be acted on. */
  #behind: { readonly version: number; readonly sinceMs: number } | null = null;
  #leads = false;
  #renewing: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #silence: (() => Promise<void>) | null = null;
  #said = 'it has not joined yet';
  #isOver = false;
  #isClosed = false;
  /** The database lost changes that this node acted on: nobody knows what else, so it never works again. */
  #older: StoreError | null = null;

  constructor(connection: Connection, joining: Joining) {
    this.#connection = connection;
    this.#joining = joining;
    this.#heard = new HeardChanges(connection);
  }

  get node(): number {
    return this.#node;
  }

  get known(): number {
    return this.#heard.known;
  }

  /** Of the sums that nodes share: they begin anew when a node finds no other. */
  get generation(): number {
    return this.#generation;
  }

  /** Why nothing may be let through at this moment; null while the lease lasts. */
  problem(): string | null {
    if (this.#lease.leftMs() > 0) return null;
    return `the lease of this node of the fleet on ${this.#connection.place} is over: ${this.#said}`;
  }

  /** How long the lease still lasts; 0 or less when it is over. */
  leftMs(): number {
    return this.#lease.leftMs();
  }

  /** Whether it does what only one node may do: that which joined first. */
  get leads(): boolean {
    return this.#leads && this.problem() === null;
  }

  /** Calls a listener when the lease runs out, and each time that it does. */
  onOver(listener: () => void): void {
    this.#over.add(listener);
  }

  /** Takes a row; waits for at most one lease of a server that had the database to itself. */
  async join(): Promise<void> {
    const until = performance.now() + this.#joining.leaseMs + 2 * JOIN_LOOK_MS;
    for (;;) {
      const joined = await this.#connection.turns.write('joining the fleet', (ask) =>
        joinOnce(ask, this.#connection.place, this.#joining, {
          version: this.#heard.known,
          births: this.#heard.births,
        }),
      );
      if (!(joined instanceof StoreError)) {
        this.#joined(joined);
        return;
      }
      if (performance.now() > until) throw joined;
      await delay(JOIN_LOOK_MS);
    }
  }

  /** Hears of changes from now on, also of those since it joined; resolves when it may work. */
  async start(listener: FleetListener): Promise<void> {
    this.#heard.listen(listener);
    await this.#renew();
    const problem = this.problem();
    if (problem !== null) throw new StoreError('STORE_UNAVAILABLE', problem);
    this.#silence = this.#connection.listen(CHANNEL, () => this.#lookSoon());
    this.#timer = setInterval(() => {
      this.#cutWhenOver();
      this.#renewing ??= this.#renew().finally(() => {
        this.#renewing = null;
      });
    }, this.#joining.leaseMs / RENEWALS);
  }

  /** Hears what changed elsewhere. */
  refresh(): Promise<void> {
    return this.#heard.refresh();
  }

  /** Waits until every node acted on all that is written, or is fenced; names those that did neither in time. */
  confirmed(): Promise<readonly string[]> {
    return confirmedByAll(this.#connection, this.#joining.leaseMs);
  }

  /** All nodes that may work. */
  views(): Promise<readonly NodeView[]> {
    return allNodes(this.#connection, this.#node);
  }

  /** Leaves, so that nobody waits for its lease. */
  async leave(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#silence?.();
    await this.#renewing;
    await this.#heard.settled();
    this.#lease.end();
    // What cannot be given back runs out by itself.
    await this.#connection.turns.ask('leaving the fleet', LEAVE, [this.#node]).catch(() => []);
  }

  #joined({ node, version, births, generation }: Joined): void {
    this.#heard.joined(node, version, births);
    this.#node = node;
    this.#generation = generation;
  }

  async #renew(): Promise<void> {
    const { leaseMs } = this.#joining;
    try {
      if (this.#older !== null) throw this.#older;
      this.#requireHearing();
      // Before it asks: it may hear of more meanwhile.
      const known = { version: this.#heard.known, births: this.#heard.births };
      const [wall, monotonic] = [Date.now(), performance.now()];
      const [renewed] = await this.#connection.turns.ask('renewing the lease', RENEW, [
        this.#node,
        leaseMs,
        this.#heard.openCalls,
      ]);
      if (this.#isClosed) return;
      if (renewed === undefined) {
        this.#lease.end();
        this.#behind = null;
        this.#said = 'the other nodes count it out, and it joins again';
        this.#cutWhenOver();
        await this.join();
        return await this.#renew();
      }
      requireKept(this.#connection.place, renewed, known);
      if (!this.#heard.isConfirmed) {
        // Whoever stops somebody meanwhile waits for this node, or fences it.
        await this.refresh();
        if (!this.#heard.isConfirmed) throw new Error('it could not confirm what it knows');
      } else if (Number(renewed['version']) > this.#heard.known) {
        this.#behind ??= {
          version: Number(renewed['version']),
          sinceMs: performance.now(),
        };
        this.#lookSoon();
      } else if (Number(renewed['births']) > this.#heard.births) this.#lookSoon();
      this.#leads = renewed['leads'] === true;
      this.#lease.renewed(wall, monotonic, leaseMs);
    } catch (error) {
      if (isWentBack(error)) this.#older = error;
      if (this.#older !== null) this.#lease.end();
      this.#said = errorWords(error);
    }
    this.#cutWhenOver();
  }

  /** A node that cannot act on a change may not work on for ever without it: its lease is not renewed. */
  #requireHearing(): void {
    const { leaseMs } = this.#joining;
    if (this.#behind !== null && this.#heard.known >= this.#behind.version) this.#behind = null;
    if (this.#behind === null || performance.now() - this.#behind.sinceMs < leaseMs) return;
    this.#lookSoon();
    throw new Error('it could not act on a change of another node within its lease');
  }

  #cutWhenOver(): void {
    const wasOver = this.#isOver;
    this.#isOver = this.problem() !== null;
    if (this.#isOver && !wasOver) for (const listener of this.#over) listener();
  }

  #lookSoon(): void {
    if (this.#isClosed) return;
    // It is tried again with the next renewal; where that fails, too, the lease runs out and says why.
    this.refresh().catch((error: unknown) => {
      this.#said = errorWords(error);
    });
  }
}
