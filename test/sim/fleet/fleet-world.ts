/**
 * One world of a fleet: several nodes on one database, a network that loses, delays, repeats and reorders, machines that stand
 * still, die and have wrong clocks.
 *
 * Nodes run the program's own code from the lease to the gate. Below it are `VirtualDatabase`, which carries out the program's
 * SQL, and a virtual time that all share.
 */
import { setImmediate as resting } from 'node:timers/promises';
import { SeededRandom } from '../../simulation/seeded-random.ts';
import { DurableRecord } from '../durable-record.ts';
import { runIn, type SimulatedProcess } from '../processes.ts';
import { Violation, type Check } from '../violation.ts';
import { VirtualTime } from '../virtual-time.ts';
import type { FleetAct, FleetPlan } from './fleet-acts.ts';
import { lookAtFleet } from './fleet-last-look.ts';
import { NodeSlot } from './fleet-node.ts';
import { FleetPlayers } from './fleet-players.ts';
import { FleetTally } from './fleet-sometimes.ts';
import { FleetStops } from './fleet-stops.ts';
import { installClocks } from './machine-clocks.ts';
import { VirtualDatabase } from './virtual-database.ts';
import { bringMessage, type LinkParts } from './virtual-link.ts';
import { VirtualTables } from './virtual-tables.ts';

/** What a world has shown. */
export interface FleetEnd {
  readonly violation: Violation | null;
  readonly calls: number;
  readonly rows: number;
  readonly crashes: number;
  readonly simulatedMs: number;
  readonly tally: FleetTally;
}

/** Longer than any call lasts, and than it takes a node to come back. */
const REST_MS = 45_000;
/** Who wakes has so long until it has looked at its lease. */
const WAKING_MS = 5;

/** Plays a world to its end, or to the first promise that is broken. */
export async function playFleet(plan: FleetPlan): Promise<FleetEnd> {
  return new FleetWorld(plan).play();
}

class FleetWorld {
  readonly #plan: FleetPlan;
  readonly #time = new VirtualTime();
  readonly #durable = new DurableRecord();
  readonly #stops = new FleetStops();
  readonly #tally = new FleetTally();
  readonly #tables = new VirtualTables((batch) => {
    this.#durable.take(batch);
    this.#stops.take(batch);
  });
  readonly #listeners = new Map<() => void, LinkParts>();
  readonly #database = new VirtualDatabase(this.#time, this.#tables, {
    notify: () => this.#notify(),
    surprised: (what) => this.#broke('no-surprise', what),
  });
  readonly #random: SeededRandom;
  readonly #slots: readonly NodeSlot[];
  readonly #players: FleetPlayers;
  #stillUntilMs = 0;
  #isSound = false;
  #kills = 0;
  #violation: Violation | null = null;

  constructor(plan: FleetPlan) {
    this.#plan = plan;
    this.#random = new SeededRandom(`${plan.seed}/chances`);
    const world = {
      time: this.#time,
      plan,
      link: (slot: NodeSlot, process: SimulatedProcess) => this.#link(slot, process),
      restarted: () => this.#tally.see('a node could not start at first'),
    };
    this.#slots = Array.from({ length: plan.nodes }, (_, index) => new NodeSlot(index, world));
    this.#players = new FleetPlayers({
      time: this.#time,
      durable: this.#durable,
      stops: this.#stops,
      tally: this.#tally,
      slots: this.#slots,
      agents: new Map(plan.cast.map((agent) => [agent.name, agent])),
      broke: (check, what) => this.#broke(check, what),
    });
  }

  async play(): Promise<FleetEnd> {
    const restore = installClocks(this.#time);
    try {
      for (const slot of this.#slots) slot.start();
      for (const act of this.#plan.acts) this.#time.plan(act.at, () => this.#do(act), true);
      await this.#runUntil(this.#plan.acts.at(-1)?.at ?? 0);
      await this.#rest();
    } catch (error) {
      this.#broke('no-surprise', String(error instanceof Error ? error.stack : error));
    } finally {
      for (const slot of this.#slots) slot.process.isDead = true;
      restore();
    }
    return {
      violation: this.#violation,
      calls: this.#players.calls,
      rows: this.#durable.rows,
      crashes: this.#kills,
      simulatedMs: this.#time.nowMs,
      tally: this.#tally,
    };
  }

  #broke(check: Check, what: string): void {
    this.#violation ??= new Violation(check, `at ${this.#time.nowMs} ms: ${what}`);
  }

  async #runUntil(untilMs: number): Promise<void> {
    while (this.#violation === null && this.#time.runNext(untilMs)) await this.#breathe();
  }

  /** All steps of the promise queue, or some where somebody acts: so acts fall between any two steps. */
  async #breathe(): Promise<void> {
    if (!this.#time.isActNext || this.#random.chance(0.5)) {
      await resting();
      return;
    }
    for (let left = this.#random.between(0, 12); left > 0; left -= 1) await Promise.resolve();
  }

  #do(act: FleetAct): void {
    const slot = 'node' in act ? this.#slots[act.node] : undefined;
    if (act.do === 'still') {
      this.#tally.see('the database stood still');
      this.#stillUntilMs = this.#time.nowMs + act.forMs;
    }
    if (slot === undefined) return;
    switch (act.do) {
      case 'kill':
        this.#kills += 1;
        this.#tally.see('a node was killed');
        slot.kill();
        return;
      case 'sleep':
        return this.#sleep(slot, act.forMs);
      case 'link':
        this.#tally.see(`the way to the database was ${act.fault}`);
        slot.fault = act.fault;
        this.#time.plan(act.forMs, () => {
          if (slot.fault === act.fault) slot.fault = null;
        });
        return;
      case 'clock':
        return this.#setClock(slot, act.ms, act.forMs);
      default:
        // A request waits at the door of a process that stands still, and fails where none is.
        this.#time.planFor(slot.process, 0, () => this.#play(slot, act));
    }
  }

  #play(slot: NodeSlot, act: FleetAct): void {
    const { serving } = slot;
    if (serving === null) return;
    const played = runIn(serving.process, () => this.#players.play(serving, act));
    played.catch((error: unknown) => {
      if (serving.process.isDead) return;
      this.#broke('no-surprise', error instanceof Error ? (error.stack ?? '') : String(error));
    });
  }

  #sleep({ process, serving }: NodeSlot, forMs: number): void {
    this.#tally.see('a node stood still');
    process.asleepUntilMs = this.#time.nowMs + forMs;
    this.#time.plan(forMs + WAKING_MS, () => {
      if (serving?.process.isDead === false) this.#players.checkCut(serving);
    });
  }

  #setClock({ process }: NodeSlot, ms: number, forMs: number): void {
    this.#tally.see("a node's clock was set");
    process.wallAheadMs = ms;
    this.#time.plan(forMs, () => {
      process.wallAheadMs = 0;
    });
  }

  #notify(): void {
    for (const [heard, parts] of this.#listeners) {
      if (parts.process.isDead) this.#listeners.delete(heard);
      else bringMessage(parts, heard);
    }
  }

  #link(slot: NodeSlot, process: SimulatedProcess): LinkParts {
    const parts: LinkParts = {
      time: this.#time,
      random: this.#random,
      database: this.#database,
      process,
      fault: () => slot.fault,
      isSound: () => this.#isSound,
      stillUntilMs: () => this.#stillUntilMs,
      see: (what) => this.#tally.see(what),
      listen: (heard) => {
        this.#listeners.set(heard, parts);
        return () => this.#listeners.delete(heard);
      },
    };
    return parts;
  }

  /** Everything is mended, what is under way ends, and what is left is looked at. */
  async #rest(): Promise<void> {
    this.#stillUntilMs = 0;
    this.#isSound = true;
    for (const slot of this.#slots) {
      slot.fault = null;
      slot.process.wallAheadMs = 0;
      slot.process.asleepUntilMs = 0;
    }
    await this.#runUntil(this.#time.nowMs + REST_MS);
    if (this.#violation !== null) return;
    for (const slot of this.#slots) this.#tally.see('a race was lost', slot.racesLost);
    this.#tally.see('the kill switch stopped an agent', this.#durable.killed);
    this.#tally.see('a node was fenced', this.#tables.fenced);
    await lookAtFleet({
      slots: this.#slots,
      plan: this.#plan,
      stops: this.#stops,
      tables: this.#tables,
      broke: (check, what) => this.#broke(check, what),
      driven: (promise) => this.#driven(promise),
    });
    for (const { serving } of this.#slots) serving?.gate.close();
  }

  /** Runs what is due until a promise is settled. */
  async #driven<T>(promise: Promise<T>): Promise<T> {
    const state = { isDone: false };
    const settled = async () => {
      await Promise.allSettled([promise]);
      state.isDone = true;
    };
    void settled();
    await resting();
    while (!state.isDone) {
      this.#time.runNext(Infinity);
      await resting();
    }
    return promise;
  }
}
