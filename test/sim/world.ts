/**
 * One world: a server on a disk, a clock and a network that are not there, with everybody who lives with it.
 *
 * The loop runs what is due, lets the program go on for a few steps of its promises or until it rests, and looks. A crash
 * falls between any two of those steps: the process is left where it is, and another one opens what is on the disk.
 */
import { setImmediate as resting } from 'node:timers/promises';
import { CODING_V1, FROZEN_V0_2 } from '../../src/core/index.ts';
import { Gate, type GateParts } from '../../src/gate/index.ts';
import { SeededRandom } from '../simulation/seeded-random.ts';
import type { Act } from './acts.ts';
import { teamOf, type SimulatedAgent } from './cast.ts';
import { DurableRecord } from './durable-record.ts';
import { Exchanges } from './exchanges.ts';
import { lookAtDisk, viewDifference } from './last-look.ts';
import { Players, type Process, type Stage } from './players.ts';
import { Tally } from './sometimes.ts';
import { SpendLedger } from './spend-ledger.ts';
import { StopLedger } from './stop-ledger.ts';
import { Violation } from './violation.ts';
import { VirtualDisk } from './virtual-disk.ts';
import { installFiles, VIRTUAL_ROOT, VirtualFiles } from './virtual-files.ts';
import { VirtualTime } from './virtual-time.ts';

/** What makes a world. */
export interface WorldPlan {
  readonly seed: string;
  readonly cast: readonly SimulatedAgent[];
  readonly acts: readonly Act[];
}

/** What a world has shown. */
export interface WorldEnd {
  readonly violation: Violation | null;
  readonly calls: number;
  readonly rows: number;
  readonly crashes: number;
  readonly tally: Tally;
}

const BEGAN_MS = 1_800_000_000_000;
const REOPEN_MS = 100;
const SPARE_MARKS = 2;
/** Longer than any call lasts, and than the gate takes to look at its disk again. */
const REST_MS = 40_000;
const COMPARING_TRIES = 5;
/** Agents of a world whose successor is asked about them. */
const COMPARED_MAX = 6;
const BY_PEOPLE: ReadonlySet<string> = new Set(['manual', 'paused', 'stop_all']);

/** Plays a world to its end, or to the first promise that is broken. */
export async function playWorld(plan: WorldPlan): Promise<WorldEnd> {
  return new World(plan).play();
}

class World {
  readonly #plan: WorldPlan;
  readonly #random: SeededRandom;
  readonly #time = new VirtualTime();
  readonly #durable = new DurableRecord();
  readonly #stops = new StopLedger(this.#durable);
  readonly #tally = new Tally();
  readonly #files: VirtualFiles;
  readonly #disk: VirtualDisk;
  readonly #players: Players;
  #violation: Violation | null = null;
  #process: Process | null = null;
  #generation = 0;
  #crashes = 0;
  #isCrashWanted = false;
  #filesFailed = false;
  #wallAheadMs = 0;

  constructor(plan: WorldPlan) {
    this.#plan = plan;
    this.#random = new SeededRandom(`${plan.seed}/chances`);
    this.#files = new VirtualFiles(new SeededRandom(`${plan.seed}/files`), this.#folder());
    this.#disk = new VirtualDisk(this.#time, new SeededRandom(`${plan.seed}/disk`), (batch) =>
      this.#durable.take(batch),
    );
    this.#players = new Players(this.#stage());
  }

  async play(): Promise<WorldEnd> {
    const restores = [this.#time.install(), installFiles(() => this.#files)];
    try {
      this.#open();
      for (const act of this.#plan.acts) this.#time.plan(act.at, () => this.#do(act), true);
      const lastAt = this.#plan.acts.at(-1)?.at ?? 0;
      await this.#runUntil(lastAt);
      await this.#rest();
    } catch (error) {
      this.#violation ??= new Violation(
        'no-surprise',
        String(error instanceof Error ? error.stack : error),
      );
    } finally {
      for (const restore of restores) restore();
    }
    const { calls } = this.#players;
    const { rows } = this.#durable;
    return { violation: this.#violation, calls, rows, crashes: this.#crashes, tally: this.#tally };
  }

  #stage(): Stage {
    const { cast } = this.#plan;
    return {
      time: this.#time,
      files: this.#files,
      durable: this.#durable,
      stops: this.#stops,
      spends: new SpendLedger(this.#durable),
      tally: this.#tally,
      agents: new Map(cast.map((agent) => [agent.name, agent])),
      team: cast.filter(({ kind }) => kind === 'teamed').map(({ name }) => name),
      broke: (check, what) => {
        this.#violation ??= new Violation(check, `at ${this.#time.nowMs} ms: ${what}`);
      },
    };
  }

  async #runUntil(untilMs: number): Promise<void> {
    while (this.#violation === null && this.#time.runNext(untilMs)) {
      await this.#breathe();
      if (this.#isCrashWanted) await this.#crash();
    }
  }

  /** Some steps of the promise queue, where somebody's act or a crash may come between, or all that there are. */
  async #breathe(): Promise<void> {
    const isBetween = this.#isCrashWanted || this.#time.isActNext;
    if (!isBetween || this.#random.chance(0.5)) {
      await resting();
      return;
    }
    for (let left = this.#random.between(0, 12); left > 0; left -= 1) await Promise.resolve();
  }

  #do(act: Act): void {
    switch (act.do) {
      case 'crash':
        this.#isCrashWanted = true;
        return;
      case 'clock':
        this.#wallAheadMs += act.ms;
        this.#tally.see('the clock jumped');
        return;
      case 'disk':
        this.#breakDisk(act);
        return;
      case 'files':
        this.#breakFiles(act);
        return;
      default:
        // Nobody answers while the server is down.
        if (this.#process !== null) this.#start(this.#process, this.#played(this.#process, act));
    }
  }

  #played(process: Process, act: Act): Promise<void> {
    const players = this.#players;
    switch (act.do) {
      case 'ask':
        return players.ask(process, act);
      case 'exchange':
        return players.exchange(process, act);
      case 'hook':
        return players.hook(process, act.agent, act.session ?? 'hooked');
      case 'look':
        return players.look(process, act.agent, act.session);
      case 'stop':
        return players.stop(process, act.target, act.action);
      case 'release':
        return players.release(process, act.target, act.action);
      case 'limits':
        return players.limits(process, act);
      default:
        return Promise.resolve();
    }
  }

  #start(process: Process, promise: Promise<void>): void {
    promise.catch((error: unknown) => {
      if (process.isDead) return;
      const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
      this.#violation ??= new Violation('no-surprise', words);
    });
  }

  #breakDisk({ fault, forMs }: Extract<Act, { do: 'disk' }>): void {
    this.#disk.fault = fault;
    this.#tally.see(
      fault === 'refuses'
        ? 'the disk refused'
        : fault === 'lies'
          ? 'the disk lied'
          : 'the disk hung',
    );
    this.#time.plan(forMs, () => {
      if (this.#disk.fault === fault) this.#disk.fault = null;
    });
  }

  #breakFiles({ fault, forMs }: Extract<Act, { do: 'files' }>): void {
    this.#files.fault = fault;
    this.#filesFailed = true;
    this.#tally.see('the files failed');
    this.#time.plan(forMs, () => {
      if (this.#files.fault === fault) this.#files.fault = null;
    });
  }

  /** Opens a gate on what is on the disk; where that fails, again a little later, as whoever keeps a server running does. */
  #open(): void {
    const generation = this.#generation;
    const openedAtMs = this.#time.nowMs;
    void this.#opened(generation, openedAtMs);
  }

  async #opened(generation: number, openedAtMs: number): Promise<void> {
    let gate: Gate;
    try {
      gate = await Gate.open(this.#parts(openedAtMs));
    } catch {
      if (generation !== this.#generation) return;
      this.#tally.see('the gate could not be opened at first');
      this.#time.plan(REOPEN_MS, () => {
        if (generation === this.#generation) this.#open();
      });
      return;
    }
    if (generation !== this.#generation) return;
    const exchanges = new Exchanges(this.#time, gate);
    const under = { calls: new Set<never>(), asking: new Set<never>() };
    this.#process = { gate, exchanges, isDead: false, ...under };
    if (generation > 0) this.#lookAfterCrash(this.#process);
  }

  #lookAfterCrash(process: Process): void {
    for (const { name, sessions } of this.#plan.cast) {
      for (const session of sessions) {
        if (!this.#stops.isStopped(name, session)) continue;
        this.#tally.see('a stop stood after a crash');
        this.#start(process, this.#players.look(process, name, session));
      }
    }
  }

  async #crash(): Promise<void> {
    this.#isCrashWanted = false;
    this.#crashes += 1;
    this.#tally.see(
      this.#process === null
        ? 'a crash came while the gate opened'
        : 'a crash came while calls were under way',
    );
    const commit = await this.#disk.crash();
    if (commit === 'lost') this.#tally.see('a crash lost a commit under way');
    if (commit === 'kept') this.#tally.see('a crash kept a commit that nobody heard of');
    this.#generation += 1;
    if (this.#process !== null) this.#process.isDead = true;
    this.#process = null;
    this.#files.crash(this.#folder());
    this.#time.dropProcessTimers();
    // What the dead process still had in its queue runs dry without effect.
    await resting();
    this.#time.dropProcessTimers();
    this.#stops.crash();
    this.#open();
  }

  /** Everything is mended, what is under way ends, and what is left is looked at. */
  async #rest(): Promise<void> {
    this.#disk.fault = null;
    this.#disk.isSound = true;
    this.#files.fault = null;
    await this.#runUntil(this.#time.nowMs + REST_MS);
    const process = this.#process;
    if (this.#violation !== null || process === null) return;
    const broke = this.#stage().broke;
    if (process.gate.openCalls > 0) broke('calls-end', `${process.gate.openCalls} calls are open`);
    await lookAtDisk(this.#disk.kept, this.#tally, broke);
    await this.#compareWithSuccessor(process);
    if (this.#durable.killed > 0) this.#tally.see('the kill switch stopped an agent');
  }

  /** A gate that opens the same disk must know the same, and whoever was let go must be free. */
  async #compareWithSuccessor(process: Process): Promise<void> {
    const { gate } = process;
    const { broke } = this.#stage();
    for (const [index, { name, sessions }] of this.#plan.cast.entries()) {
      if (!gate.isKnown(name)) continue;
      const isCompared = index < COMPARED_MAX;
      const difference = isCompared ? await this.#difference(gate, name) : null;
      if (difference !== null) broke('state-is-fold', difference);
      await this.#driven(this.#players.probe(process, name, sessions[0]));
      for (const session of sessions) {
        const standing = await this.#driven(gate.standing(name, session));
        if (standing === null && this.#stops.isStopped(name, session)) {
          broke('stop-survives', `${name}/${session}: a stop is lost at the end`);
        }
        const isByPeople = standing !== null && BY_PEOPLE.has(standing.kind);
        if (isByPeople && this.#stops.isFree(name, session) && !this.#filesFailed) {
          broke('release-counts', `${name}/${session} is free, but ${standing.kind} stands`);
        }
      }
    }
    gate.close();
  }

  /** What the gate knows of an agent and its journal does not give. What is on its way to the disk gets its time. */
  async #difference(gate: Gate, name: string): Promise<string | null> {
    let difference: string | null = null;
    for (let tries = 0; tries < COMPARING_TRIES; tries += 1) {
      const mine = await this.#driven(gate.agent(name));
      const nowMs = gate.clock.now();
      const successor = await Gate.open({
        ...this.#parts(0),
        store: this.#disk.kept,
        marksFolder: null,
        time: { wallMs: () => nowMs, monotonicMs: () => 0 },
      });
      difference = viewDifference(mine, await successor.agent(name));
      successor.close();
      if (difference === null) return null;
      await this.#runUntil(this.#time.nowMs + 50);
    }
    return difference;
  }

  /** Runs what is due until a promise is settled. */
  async #driven<T>(promise: Promise<T>): Promise<T> {
    const state = { isDone: false };
    const ended = promise.finally(() => {
      state.isDone = true;
    });
    await resting();
    while (!state.isDone) {
      this.#time.runNext(Infinity);
      await resting();
    }
    return ended;
  }

  #folder(): string {
    return `${VIRTUAL_ROOT}/${this.#generation}`;
  }

  #parts(openedAtMs: number): GateParts {
    const { cast, seed } = this.#plan;
    const team = teamOf(cast);
    const envelopes = new Map(cast.map(({ name, envelope }) => [name, envelope]));
    const { nowMs } = this.#time;
    return {
      store: this.#disk.open(),
      constitution: seed.endsWith('0') ? FROZEN_V0_2 : CODING_V1,
      coreVersion: '0.2.0',
      marksFolder: this.#folder(),
      spareMarks: SPARE_MARKS,
      registration: 'open',
      envelopeOf: (agent) => envelopes.get(agent) ?? {},
      capture: 'on-stop',
      teams: () => [team],
      time: {
        wallMs: () => BEGAN_MS + this.#time.nowMs + this.#wallAheadMs,
        monotonicMs: () => this.#time.nowMs - Math.min(openedAtMs, nowMs),
      },
    };
  }
}
