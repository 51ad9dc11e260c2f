/** Mistakes that the nodes of a fleet could make; the worlds of fleets must find them. */
import type { PlantedFault } from './planted-faults.ts';

const IN_FLEETS = { worlds: 'fleet' } as const;

/** Those that let something through come first. */
export const PLANTED_FLEET_FAULTS: readonly PlantedFault[] = [
  {
    ...IN_FLEETS,
    what: 'A node does not ask for its lease before it lets something through',
    file: 'src/gate/standing.ts',
    text: 'const problem = this.#turn?.problem() ?? null;',
    replacement: 'const problem: string | null = void this.#turn ?? null;',
    foundBy: ['stop-holds', 'stop-cuts'],
  },
  {
    ...IN_FLEETS,
    what: 'A node counts on its lease for longer than the database does',
    file: 'src/store/postgres/lease.ts',
    text: 'const COUNTED_ON = 0.9;',
    replacement: 'const COUNTED_ON = 1.8;',
    foundBy: ['stop-holds', 'stop-cuts'],
  },
  {
    ...IN_FLEETS,
    what: 'A stop is acknowledged before the other nodes know of it',
    file: 'src/store/postgres/all-nodes.ts',
    text: 'if (behind.length === 0) return [];',
    replacement: 'if (behind.length >= 0) return [];',
    foundBy: ['stop-holds', 'stop-cuts'],
  },
  {
    ...IN_FLEETS,
    what: 'A node confirms a change before it acted on it',
    file: 'src/store/postgres/fleet-changes.ts',
    text: 'await this.#listener.changed(heard);',
    replacement: 'void this.#listener.changed(heard);',
    foundBy: ['stop-holds', 'stop-cuts', 'state-is-fold'],
  },
  {
    ...IN_FLEETS,
    what: 'A stop on another node does not cut what is under way',
    file: 'src/gate/changed-elsewhere.ts',
    text: '    admissions.cut(agent);\n',
    replacement: '',
    foundBy: ['stop-cuts'],
  },
  {
    ...IN_FLEETS,
    what: 'A node that was counted out keeps its old lease and its place',
    file: 'src/store/postgres/fleet-node.ts',
    text: '      if (renewed === undefined) {\n        this.#lease.end();',
    replacement:
      '      if (renewed === undefined) {\n        this.#lease.renewed(wall, monotonic, leaseMs);\n        return;',
    foundBy: ['stop-holds', 'stop-cuts', 'comes-back'],
  },
];
