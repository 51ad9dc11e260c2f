/**
 * Whose every small change is tried, and on which tests: rooms whose mistakes would let something through or make the
 * record untrue.
 *
 * Child processes run the unmutated code, so only tests that stay in their own process are named, the quick ones.
 */

/** A room, or the part of one that decides. */
export interface MutatedRoom {
  readonly name: string;
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
  /** The run is red below this share of mutants found, in percent. */
  readonly demanded: number;
}

const NO_TESTS = '!src/**/*.test.ts';

/** The rooms; the core is what is meant when none is named. */
const MUTATED_ROOMS: readonly MutatedRoom[] = [
  {
    name: 'core',
    mutate: ['src/core/**/*.ts', NO_TESTS],
    tests: ['src/core/**/*.test.ts', 'test/vectors/vectors.test.ts', 'test/model/model.test.ts'],
    demanded: 90,
  },
  {
    name: 'gate',
    mutate: [
      'src/gate/{admissions,limits/agent-minute,limits/own-limits,call-end,call-records,open-calls,passage,recorder,standing}.ts',
      'src/gate/stops/*.ts',
      NO_TESTS,
    ],
    tests: ['src/gate/**/*.test.ts', 'test/races/gate-races.test.ts'],
    demanded: 85,
  },
  {
    name: 'store',
    mutate: ['src/store/{chain-check,checked-store,group-commit,refusals,shape-check}.ts'],
    tests: ['src/store/*.test.ts', 'test/store/memory-conformance.test.ts'],
    demanded: 85,
  },
  {
    name: 'relay',
    mutate: ['src/proxy/relay/*.ts', 'src/proxy/{answer-body,exchange}.ts', NO_TESTS],
    tests: [
      'src/proxy/relay/*.test.ts',
      'src/proxy/*.test.ts',
      'test/proxy/{cut-in-flight,odd-answers,other-requests,usage,unread-spending,lost-links,steer}.test.ts',
      'test/sim/sim.test.ts',
    ],
    demanded: 85,
  },
  {
    name: 'loop',
    mutate: ['src/loop/rules/*.ts', NO_TESTS],
    tests: ['src/loop/rules/*.test.ts', 'src/loop/manifest/*.test.ts'],
    demanded: 85,
  },
  {
    name: 'audit',
    mutate: ['src/audit/windows/window-{check,predicate,shape,commitment}.ts', NO_TESTS],
    tests: ['src/audit/windows/*.test.ts'],
    demanded: 85,
  },
];

/** The room that a run is about: what is named in the environment, so that the runner of its tests knows it too. */
export function mutatedRoom(name: string): MutatedRoom {
  const room = MUTATED_ROOMS.find((one) => one.name === name);
  if (room !== undefined) return room;
  throw new Error(`a room is one of ${MUTATED_ROOMS.map((one) => one.name).join(', ')}: ${name}`);
}
