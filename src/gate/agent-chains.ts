/**
 * Every agent's chain, opened on first use and then kept: who is known, who may join.
 */
import { EVERYBODY } from '../base/everybody.ts';
import type { AgentHead } from '../store/index.ts';
import { AgentChain, type ChainParts } from './agent-chain.ts';
import type { Clock } from './clock.ts';
import { HeldAgents } from './stops/held-agents.ts';

/** Learns what must be known of a chain; `isAgain` where records were counted that the disk may not have. */
type PrepareChain = (chain: AgentChain, isAgain: boolean) => Promise<void>;

/** The chains of all agents. */
export class AgentChains {
  readonly #parts: Omit<ChainParts, 'agent'>;
  readonly #clock: Clock;
  readonly #opening = new Map<string, Promise<AgentChain>>();
  readonly #opened = new Map<string, AgentChain>();
  readonly #names: Set<string>;
  #sorted: readonly string[] = [];
  readonly #held = new HeldAgents();
  #beforeUse: PrepareChain = () => Promise.resolve();

  constructor(
    parts: Omit<ChainParts, 'agent' | 'onState' | 'onRecovered'>,
    clock: Clock,
    heads: readonly AgentHead[],
  ) {
    this.#parts = {
      ...parts,
      onState: (agent, state) => this.#held.note(agent, state),
      onRecovered: (chain) => this.#beforeUse(chain, true),
    };
    this.#clock = clock;
    this.#names = new Set(heads.map(({ agent }) => agent).filter((name) => name !== EVERYBODY));
  }

  /** The names of all agents that ever had a record. */
  names(): readonly string[] {
    // Names are only added.
    if (this.#sorted.length !== this.#names.size) this.#sorted = [...this.#names].toSorted();
    return this.#sorted;
  }

  isKnown(agent: string): boolean {
    return this.#names.has(agent);
  }

  /** The chain, if it is open already. */
  opened(agent: string): AgentChain | undefined {
    return this.#opened.get(agent);
  }

  /** Those of these agents whose chains are open and have holds, by what is judged or by what is durable. */
  held(agents: ReadonlySet<string>): Iterable<string> {
    return this.#held.among(agents, (agent) => {
      const chain = this.#opened.get(agent);
      return chain === undefined ? null : [chain.latest, chain.durable];
    });
  }

  /** The chain of an agent; read from the store the first time. A failed reading is tried again next time. */
  async open(agent: string): Promise<AgentChain> {
    const known = this.#opened.get(agent);
    if (known !== undefined) return known;
    let opening = this.#opening.get(agent);
    if (opening === undefined) {
      opening = this.#read(agent);
      this.#opening.set(agent, opening);
      opening.catch(() => this.#opening.delete(agent));
    }
    const chain = await opening;
    this.#clock.catchUp(chain.durable.clock);
    this.#opened.set(agent, chain);
    if (agent !== EVERYBODY) this.#names.add(agent);
    return chain;
  }

  /** What must be known of a chain before its first record, and after a failure. Where this fails nothing is judged. */
  beforeUse(prepare: PrepareChain): void {
    this.#beforeUse = prepare;
  }

  async #read(agent: string): Promise<AgentChain> {
    const chain = await AgentChain.open({ ...this.#parts, agent });
    await this.#beforeUse(chain, false);
    return chain;
  }
}
