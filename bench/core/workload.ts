/**
 * The work of `npm run bench:core`: agents that answer healthily, judged step by step by the core of a checkout.
 */
import type * as Core from '../../src/core/index.ts';

const START_MS = 1_700_000_000_000;
const OUTPUTS = 4_096;

/** The core of a checkout; every version has this door. */
export type CoreRoom = Pick<
  typeof Core,
  'CODING_V1' | 'INITIAL_DIGESTS' | 'initialState' | 'nextDigests' | 'step'
>;

/** How many agents take turns, and whether their records and decisions are hashed. */
export interface Case {
  readonly name: string;
  readonly agents: number;
  readonly digests: boolean;
}

/** What is measured, in this order. */
export const CASES: readonly Case[] = [
  { name: '1 agent', agents: 1, digests: false },
  { name: '1,000 agents', agents: 1_000, digests: false },
  { name: '100,000 agents', agents: 100_000, digests: false },
  { name: '1 agent, both digests', agents: 1, digests: true },
];

/** Output hashes that differ, as a healthy agent's do. */
const outputs = Array.from({ length: OUTPUTS }, (_, index) => {
  const half = (factor: number) =>
    (Math.imul(index + 1, factor) >>> 0).toString(16).padStart(8, '0');
  return half(2_654_435_761) + half(2_246_822_519);
});

/** The n-th response of a healthy agent: about two seconds apart, a tool call in every third. */
function healthyEvent(n: number): Core.AgentRecord {
  return {
    event: {
      latencyMs: 400,
      outputHash: outputs[n % OUTPUTS] ?? '',
      outputLength: 200,
      timestamp: START_MS + n * 1_900,
      tokenCount: 1_000 + (n % 7),
      toolCalls: n % 3 === 0 ? 1 : 0,
    },
    type: 'event',
  };
}

/** Judges round after round, agent after agent, as a gate with many agents would. */
export class Workload {
  readonly #core: CoreRoom;
  readonly #states: Core.AgentState[];
  readonly #withDigests: boolean;
  #digests: Core.Digests;
  #steps = 0;

  constructor(core: CoreRoom, { agents, digests }: Case) {
    this.#core = core;
    this.#states = Array.from({ length: agents }, () => core.initialState(core.CODING_V1));
    this.#digests = core.INITIAL_DIGESTS;
    this.#withDigests = digests;
  }

  /** One round. */
  run(steps: number): void {
    const states = this.#states;
    const { CODING_V1, initialState, nextDigests, step } = this.#core;
    for (let index = 0; index < steps; index += 1, this.#steps += 1) {
      const agent = this.#steps % states.length;
      const record = healthyEvent(Math.floor(this.#steps / states.length));
      const result = step(states[agent] ?? initialState(CODING_V1), record, CODING_V1);
      states[agent] = result.state;
      if (this.#withDigests) this.#digests = nextDigests(this.#digests, record, result);
    }
  }

  /** Bytes of the first agent's state. */
  stateBytes(): number {
    return Buffer.byteLength(JSON.stringify(this.#states[0]));
  }
}
