/**
 * One node of a simulated fleet: a process with the program's own fleet code, store, gate and lease, which is started again
 * when it dies.
 */
import { CODING_V1 } from '../../../src/core/index.ts';
import type { OpenCall } from '../../../src/core/index.ts';
import { Gate } from '../../../src/gate/index.ts';
import { fleetOf, type Fleet } from '../../../src/server/fleet.ts';
import { joinFleetStore } from '../../../src/store/postgres/fleet-store.ts';
import { runIn, SimulatedProcess } from '../processes.ts';
import type { VirtualTime } from '../virtual-time.ts';
import { envelopeOf, type FleetPlan } from './fleet-acts.ts';
import { BEGAN_MS } from './machine-clocks.ts';
import { virtualConnection, type LinkFault, type LinkParts } from './virtual-link.ts';

/** A call that passed and is under way. */
export interface UnderWay {
  readonly agent: string;
  readonly session: string | undefined;
  readonly call: OpenCall;
}

/** A process that serves. */
export interface Serving {
  readonly process: SimulatedProcess;
  readonly gate: Gate;
  readonly fleet: Fleet;
  readonly calls: Set<UnderWay>;
}

/** What nodes live in. */
export interface NodeWorld {
  readonly time: VirtualTime;
  readonly plan: FleetPlan;
  readonly link: (node: NodeSlot, process: SimulatedProcess) => LinkParts;
  readonly restarted: (why: unknown) => void;
}

const AGAIN_MS = 300;

/** A place for a process. */
export class NodeSlot {
  fault: LinkFault | null = null;
  serving: Serving | null = null;
  process: SimulatedProcess;
  readonly name: string;
  readonly #world: NodeWorld;
  #racesLost = 0;

  constructor(index: number, world: NodeWorld) {
    this.name = `node ${index}`;
    this.#world = world;
    this.process = new SimulatedProcess(this.name);
  }

  /** Records that this node judged again because another was faster, over all its processes. */
  get racesLost(): number {
    return this.#racesLost + (this.serving?.fleet.racesLost() ?? 0);
  }

  /** Whether it runs at this moment. */
  get isAwake(): boolean {
    return this.process.asleepUntilMs <= this.#world.time.nowMs;
  }

  /** Starts the process, and again a little later where that fails. */
  start(): void {
    const process = new SimulatedProcess(this.name);
    this.process = process;
    runIn(process, () => {
      this.#open(process).catch((error: unknown) => {
        if (process.isDead) return;
        this.#world.restarted(error);
        this.kill();
      });
    });
  }

  /** Ends the process where it is. */
  kill(): void {
    this.#racesLost = this.racesLost;
    this.process.isDead = true;
    this.serving = null;
    const died = this.process;
    this.#world.time.plan(AGAIN_MS, () => {
      if (this.process === died) this.start();
    });
  }

  async #open(process: SimulatedProcess): Promise<void> {
    const { time, plan } = this.#world;
    const { leaseMs, cast } = plan;
    const connection = virtualConnection(this.#world.link(this, process));
    const joining = {
      name: this.name,
      core: '0.2.0',
      constitution: CODING_V1.id,
      teams: '',
      leaseMs,
    };
    const fleet = fleetOf(await joinFleetStore(connection, joining), this.name);
    const openedAtMs = time.nowMs;
    const agents = new Map(cast.map((agent) => [agent.name, agent]));
    const gate = await Gate.open({
      store: fleet.store,
      turn: fleet.turn,
      shared: fleet.shared,
      constitution: CODING_V1,
      coreVersion: '0.2.0',
      marksFolder: null,
      registration: 'open',
      envelopeOf: (name) => {
        const agent = agents.get(name);
        return agent === undefined ? {} : envelopeOf(agent);
      },
      capture: 'none',
      time: {
        wallMs: () => BEGAN_MS + time.nowMs + process.wallAheadMs,
        monotonicMs: () => time.nowMs - openedAtMs,
      },
    });
    await fleet.start(gate);
    if (!process.isDead) this.serving = { process, gate, fleet, calls: new Set() };
  }
}
