/**
 * One node of a fleet: a row with a lease by the clock of the database, and the number of the last change that the node
 * acted on.
 *
 * A stop is acknowledged when every node has confirmed it or is fenced: its lease ran out, and from then on the database
 * takes nothing from it. The node itself counts its lease shorter than the database does, so it lets nothing through by
 * the time that others may count on that. One that was fenced joins anew, hears what it missed, and only then works
 * again. A change is told by a message, and where that is lost, found with the next renewal.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { errorWords } from '../../base/error-words.ts';
import { StoreError } from '../store-error.ts';
import type { Connection } from './connection.ts';
import { joinOnce, VERSION, type Joined, type Joining } from './fleet-joining.ts';
import { CHANNEL } from './fleet-tables.ts';
import { isWentBack, requireKept } from './kept-changes.ts';
import { Lease, RENEWALS } from './lease.ts';

/** Something that other nodes must know. */
export interface FleetChange {
  readonly version: number;
  /** Holds or settings of an agent; agents' keys; tokens and sessions of people. */
  readonly kind: 'agent' | 'keys' | 'people';
  readonly subject: string;
}

/** A node as people see it. */
export interface NodeView {
  readonly node: number;
  readonly name: string;
  /** Of the program. */
  readonly version: string;
  readonly joinedAt: number;
  /** Milliseconds until its lease ends; negative when it is over. */
  readonly leaseMs: number;
  /** Changes that it has not acted on yet. */
  readonly behind: number;
  /** Calls under way, as it said with its last renewal. */
  readonly openCalls: number;
  /** Whether it does what only one node may do. */
  readonly leads: boolean;
  readonly isThis: boolean;
}

/** Who acts on changes of other nodes. */
export interface FleetListener {
  changed(changes: readonly FleetChange[]): Promise<void>;
  /** Agents that were not there before. */
  born(agents: readonly string[]): void;
  /** Calls under way, which others are shown. */
  openCalls(): number;
}

const CHANGES_AT_ONCE = 1_000;
const CONFIRM_LOOK_MS = 15;
const CONFIRM_MARGIN_MS = 1_000;
const JOIN_LOOK_MS = 250;

const RENEW = `
  UPDATE tripwire.nodes SET lease_until = clock_timestamp() + $2 * interval '1 millisecond', open_calls = $3
    WHERE node = $1 AND NOT fenced
    RETURNING (SELECT version FROM tripwire.fleet) AS version,
      (SELECT births FROM tripwire.fleet) AS births, node = (
      SELECT min(node) FROM tripwire.nodes WHERE NOT fenced AND lease_until >= clock_timestamp()
    ) AS leads`;
const CONFIRM = 'UPDATE tripwire.nodes SET seen = $2 WHERE node = $1 AND NOT fenced RETURNING node';
const LEAVE = 'UPDATE tripwire.nodes SET fenced = true WHERE node = $1';
const FENCE = `
  UPDATE tripwire.nodes SET fenced = true
    WHERE NOT fenced AND seen < $1 AND lease_until < clock_timestamp()`;
const BEHIND = 'SELECT name FROM tripwire.nodes WHERE NOT fenced AND seen < $1 ORDER BY node';
const CHANGES = `
  SELECT version, kind, subject FROM tripwire.changes WHERE version > $1 ORDER BY version LIMIT ${CHANGES_AT_ONCE}`;
const BIRTHS = `
  SELECT number, agent FROM tripwire.births WHERE number > $1 ORDER BY number LIMIT ${CHANGES_AT_ONCE}`;
const VIEWS = `
  SELECT node, name, core AS version, open_calls AS "openCalls", node = (
        SELECT min(node) FROM tripwire.nodes WHERE NOT fenced AND lease_until >= clock_timestamp()
      ) AS leads, (extract(epoch FROM joined_at) * 1000)::bigint AS "joinedAt",
      (extract(epoch FROM lease_until - clock_timestamp()) * 1000)::bigint AS "leaseMs",
      (SELECT version FROM tripwire.fleet) - greatest(seen, 0) AS behind
    FROM tripwire.nodes WHERE NOT fenced ORDER BY node`;

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
  #node = 0;
  #generation = 0;
  /** The last change that this process acted on. */
  #known = 0;
  #confirmed = -1;
  /** How many births it knows of. */
  #births = 0;
  #listener: FleetListener | null = null;
  /** Changes from before somebody listened. */
  #unheard: FleetChange[] = [];
  /** Since when a change waits to be acted on. */
  #behind: { readonly version: number; readonly sinceMs: number } | null = null;
  #leads = false;
  #looking: Promise<void> | null = null;
  #lookAgain = false;
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
  }

  get node(): number {
    return this.#node;
  }

  get known(): number {
    return this.#known;
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
          version: this.#known,
          births: this.#births,
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
    this.#listener = listener;
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
    this.#lookAgain = true;
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  /** Waits until every node acted on all that is written, or is fenced; names those that did neither in time. */
  async confirmed(): Promise<readonly string[]> {
    const until = performance.now() + this.#joining.leaseMs + CONFIRM_MARGIN_MS;
    const doing = 'waiting for the nodes';
    const [last] = await this.#connection.ask(doing, VERSION);
    const version = Number(last?.['version']);
    for (;;) {
      await this.#connection.ask(doing, FENCE, [version]);
      const behind = await this.#connection.ask(doing, BEHIND, [version]);
      if (behind.length === 0) return [];
      if (performance.now() > until) return behind.map(({ name }) => String(name));
      await delay(CONFIRM_LOOK_MS);
    }
  }

  /** All nodes that may work. */
  async views(): Promise<readonly NodeView[]> {
    const found = await this.#connection.ask<Omit<NodeView, 'isThis'>>('reading the nodes', VIEWS);
    return found.map((one) => ({ ...one, isThis: one.node === this.#node }));
  }

  /** Leaves, so that nobody waits for its lease. */
  async leave(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#silence?.();
    await this.#renewing;
    await Promise.allSettled([this.#looking]);
    this.#lease.end();
    // What cannot be given back runs out by itself.
    await this.#connection.turns.ask('leaving the fleet', LEAVE, [this.#node]).catch(() => []);
  }

  #joined({ node, version, births, generation }: Joined): void {
    // What was known before it lost its place is still known; what came since is heard before it works.
    if (this.#node === 0) {
      this.#known = version;
      this.#births = births;
    }
    this.#node = node;
    this.#generation = generation;
    this.#confirmed = -1;
  }

  async #renew(): Promise<void> {
    const { leaseMs } = this.#joining;
    try {
      if (this.#older !== null) throw this.#older;
      this.#requireHearing();
      // Before it asks: it may hear of more meanwhile.
      const known = { version: this.#known, births: this.#births };
      const [wall, monotonic] = [Date.now(), performance.now()];
      const [renewed] = await this.#connection.turns.ask('renewing the lease', RENEW, [
        this.#node,
        leaseMs,
        this.#listener?.openCalls() ?? 0,
      ]);
      if (this.#isClosed) return;
      if (renewed === undefined) {
        this.#lease.end();
        this.#behind = null;
        this.#said = 'the others count it out, and it joins anew';
        this.#cutWhenOver();
        await this.join();
        return await this.#renew();
      }
      requireKept(this.#connection.place, renewed, known);
      if (this.#confirmed < 0) {
        // Whoever stops somebody meanwhile waits for this node, or fences it.
        await this.refresh();
        if (this.#confirmed < 0) throw new Error('it could not confirm what it knows');
      } else if (Number(renewed['version']) > this.#known) {
        this.#behind ??= {
          version: Number(renewed['version']),
          sinceMs: performance.now(),
        };
        this.#lookSoon();
      } else if (Number(renewed['births']) > this.#births) this.#lookSoon();
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
    if (this.#behind !== null && this.#known >= this.#behind.version) this.#behind = null;
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

  async #look(): Promise<void> {
    while (this.#lookAgain) {
      this.#lookAgain = false;
      const changes = await this.#connection.ask<FleetChange>('reading changes', CHANGES, [
        this.#known,
      ]);
      if (changes.length === CHANGES_AT_ONCE) this.#lookAgain = true;
      const heard = [...this.#unheard, ...changes];
      // Before somebody listens nothing is acted on, and nothing confirmed.
      if (this.#listener === null) this.#unheard = heard;
      else if (heard.length > 0) {
        await this.#listener.changed(heard);
        this.#unheard = [];
      }
      this.#known = changes.at(-1)?.version ?? this.#known;
      if (this.#listener === null || this.#confirmed === this.#known) continue;
      const version = this.#known;
      const [confirmed] = await this.#connection.ask('confirming changes', CONFIRM, [
        this.#node,
        version,
      ]);
      if (confirmed !== undefined) this.#confirmed = version;
    }
    await this.#lookForBirths();
  }

  async #lookForBirths(): Promise<void> {
    while (this.#listener !== null) {
      const born = await this.#connection.ask<{ readonly number: number; readonly agent: string }>(
        'reading new agents',
        BIRTHS,
        [this.#births],
      );
      this.#listener.born(born.map(({ agent }) => agent));
      this.#births = born.at(-1)?.number ?? this.#births;
      if (born.length < CHANGES_AT_ONCE) return;
    }
  }
}
