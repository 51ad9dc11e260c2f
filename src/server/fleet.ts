/**
 * One node of a fleet, as a server has it: the gate judges again what lost a race, and acts on what other nodes changed
 * before the node confirms it.
 */
import { packageVersion } from '../base/node/package-folder.ts';
import type { Constitution } from '../core/index.ts';
import { sharedKit, type Gate, type ServingTurn, type SharedJournal } from '../gate/index.ts';
import {
  openFleetStore,
  type FleetChange,
  type FleetStore,
  type NodeView,
  type Store,
} from '../store/index.ts';

/** A node that has joined. */
export interface Fleet {
  readonly store: Store;
  readonly turn: ServingTurn;
  readonly shared: SharedJournal;
  /** Records that were judged again because another node was faster. */
  racesLost(): number;
  /** Whether this node does what only one may do. */
  leads(): boolean;
  nodes(): Promise<readonly NodeView[]>;
  /** Which node this is, also after it was started again. */
  readonly place: string;
  /** Acts on changes from now on; resolves when the node may work. */
  start(gate: Pick<Gate, 'changedElsewhere' | 'bornElsewhere' | 'openCalls'>): Promise<void>;
  /** Reads again what is kept in memory, whenever it changes elsewhere, and once now. */
  onChange(kind: Exclude<FleetChange['kind'], 'agent'>, read: () => Promise<void>): Promise<void>;
}

/** How a node joins. */
export interface FleetOptions {
  readonly url: string;
  readonly name: string;
  /** Which node it is, also after it was started again: its machine and its data folder. */
  readonly place: string;
  readonly constitution: Constitution;
  /** Names the teams: nodes of other teams are refused. */
  readonly teams?: string;
  readonly leaseMs: number;
}

/** Joins the fleet of a database. */
export async function openFleet({
  url,
  name,
  place,
  constitution,
  teams = '',
  leaseMs,
}: FleetOptions): Promise<Fleet> {
  const core = packageVersion();
  const joining = { name, core, constitution: constitution.id, teams, leaseMs };
  return fleetOf(await openFleetStore(url, joining), place);
}

/** A node that has joined, as a server uses it. */
export function fleetOf(opened: FleetStore, place: string): Fleet {
  const { store, node } = opened;
  const readers = new Map<string, () => Promise<void>>();
  let racesLost = 0;
  const act = async (gate: Pick<Gate, 'changedElsewhere'>, changes: readonly FleetChange[]) => {
    const agents = changes.filter(({ kind }) => kind === 'agent').map(({ subject }) => subject);
    await gate.changedElsewhere([...new Set(agents)]);
    for (const kind of new Set(changes.map((change) => change.kind))) await readers.get(kind)?.();
  };
  return {
    store,
    turn: {
      problem: () => node.problem(),
      onOver: (listener) => node.onOver(listener),
      leftMs: () => node.leftMs(),
    },
    shared: {
      node: node.node.toString(36),
      refresh: () => node.refresh(),
      appendInTurn: (agent, afterSeq, make) => opened.appendInTurn(agent, afterSeq, make),
      lostRace: () => {
        racesLost += 1;
      },
      sums: opened.sums,
      kit: sharedKit,
      confirmed: () => node.confirmed(),
    },
    racesLost: () => racesLost,
    leads: () => node.leads,
    nodes: () => node.views(),
    place,
    start: (gate) =>
      node.start({
        changed: (changes) => act(gate, changes),
        born: (agents) => gate.bornElsewhere(agents),
        openCalls: () => gate.openCalls,
      }),
    onChange: async (kind, read) => {
      readers.set(kind, read);
      await read();
    },
  };
}
