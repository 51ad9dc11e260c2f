/**
 * `npm run bench:core`: what a step of the core costs.
 *
 * Steps a second without and with digests, bytes of state, and the cost of a step among 1, 1,000
 * and 100,000 agents. Rounds are interleaved and medians reported, because machines are noisy;
 * ratios within one run say more than figures of different days.
 */
import {
  CODING_V1,
  INITIAL_DIGESTS,
  initialState,
  nextDigests,
  step,
  type AgentRecord,
  type AgentState,
  type Digests,
} from '../src/core/index.ts';

const ROUNDS = 7;
const STEPS_PER_ROUND = 200_000;
const START_MS = 1_700_000_000_000;
const OUTPUTS = 4_096;

interface Case {
  readonly name: string;
  readonly agents: number;
  readonly digests: boolean;
}

const cases: readonly Case[] = [
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
function healthyEvent(n: number): AgentRecord {
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
class Workload {
  readonly #states: AgentState[];
  #digests: Digests = INITIAL_DIGESTS;
  #steps = 0;
  readonly #withDigests: boolean;

  constructor({ agents, digests }: Case) {
    this.#states = Array.from({ length: agents }, () => initialState(CODING_V1));
    this.#withDigests = digests;
  }

  /** Steps a second over one round. */
  run(steps: number): number {
    const states = this.#states;
    const startedAt = performance.now();
    for (let index = 0; index < steps; index += 1, this.#steps += 1) {
      const agent = this.#steps % states.length;
      const record = healthyEvent(Math.floor(this.#steps / states.length));
      const result = step(states[agent] ?? initialState(CODING_V1), record, CODING_V1);
      states[agent] = result.state;
      if (this.#withDigests) this.#digests = nextDigests(this.#digests, record, result);
    }
    return (steps / (performance.now() - startedAt)) * 1_000;
  }

  /** Bytes of the first agent's state. */
  stateBytes(): number {
    return Buffer.byteLength(JSON.stringify(this.#states[0]));
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

const workloads = cases.map((one) => new Workload(one));
// Everybody's first rounds compile the code and fill the windows; they do not count.
for (const [index, one] of workloads.entries()) {
  one.run(Math.max(STEPS_PER_ROUND, 3 * (cases[index]?.agents ?? 0)));
}
const rates: number[][] = cases.map(() => []);
for (let round = 0; round < ROUNDS; round += 1) {
  process.stderr.write(`round ${round + 1} of ${ROUNDS}\n`);
  for (const [index, one] of workloads.entries()) rates[index]?.push(one.run(STEPS_PER_ROUND));
}

const medians = rates.map(median);
const alone = medians[0] ?? 1;
console.log('| case | steps a second (median) | lowest – highest | cost of a step, 1 agent = 1 |');
console.log('| --- | --- | --- | --- |');
for (const [index, { name }] of cases.entries()) {
  const own = rates[index] ?? [];
  const thousands = (rate: number) => `${Math.round(rate / 1_000)} k`;
  const range = `${thousands(Math.min(...own))} – ${thousands(Math.max(...own))}`;
  const rate = medians[index] ?? 0;
  console.log(`| ${name} | ${thousands(rate)} | ${range} | ${(alone / rate).toFixed(2)} |`);
}
console.log(
  `\nState of one agent with one session and one thread: ${workloads[0]?.stateBytes()} bytes.`,
);
