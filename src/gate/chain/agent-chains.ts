/**
 * Every agent's chain, opened on first use and then kept: who is known, who may join.
 */
import { EVERYBODY } from '../../base/everybody.ts';
import type { AgentRecord } from '../../core/index.ts';
import type { AgentHead, SharedSpend } from '../../store/index.ts';
import type { Clock } from '../clock.ts';
import type { SharedJournal } from '../gate-parts.ts';
import { HeldAgents } from '../stops/held-agents.ts';
import { UnreadHolds } from '../stops/unread-holds.ts';
import { AgentChain, type ChainParts } from './agent-chain.ts';
import type { Outcome } from './chain-judging.ts';
import type { SharedChainParts } from './shared-chain.ts';

/** Chains that are read at one time where many are. */
const OPENED_AT_ONCE = 32;

/** Learns what must be known of a chain; `isAgain` where records were counted that the disk may not have. */
type PrepareChain = (
  chain: Pick<AgentChain, 'agent' | 'latest' | 'seq'>,
  isAgain: boolean,
) => Promise<void>;

/** What a record counts in sums that several processes share. */
export type CountSpends = (
  agent: string,
  record: AgentRecord,
  outcome: Outcome,
) => readonly SharedSpend[];

/** What a chain that others write too tells. */
export type SharedListeners = Pick<SharedChainParts, 'onMissed' | 'onJudgedAgain'>;

/** The chains of all agents. */
export class AgentChains {
  readonly #parts: Omit<ChainParts, 'agent'>;
  readonly #clock: Clock;
  readonly #opening = new Map<string, Promise<AgentChain>>();
  readonly #opened = new Map<string, AgentChain>();
  readonly #names: Set<string>;
  #sorted: readonly string[] = [];
  readonly #held = new HeldAgents();
  readonly #unreadHolds: UnreadHolds;
  readonly #shared: SharedJournal | null;
  #beforeUse: PrepareChain = () => Promise.resolve();
  #countSpends: CountSpends = () => [];
  #listeners: SharedListeners = { onMissed: () => undefined, onJudgedAgain: () => undefined };

  constructor(
    parts: Omit<ChainParts, 'agent' | 'onState' | 'onRecovered'>,
    clock: Clock,
    heads: readonly AgentHead[],
    shared: SharedJournal | null = null,
  ) {
    this.#shared = shared;
    this.#unreadHolds = new UnreadHolds(parts.store);
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

  /** These have records, too. */
  know(agents: readonly string[]): void {
    for (const agent of agents) if (agent !== EVERYBODY) this.#names.add(agent);
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

  /** Those on which something may stand, whether they were read or not: perhaps too many, never too few. */
  async mayBeHeld(): Promise<readonly string[]> {
    const unread = await this.#unreadHolds.names();
    const held = this.#held.names();
    return this.names().filter(
      (name) => held.has(name) || (unread.has(name) && !this.#opened.has(name)),
    );
  }

  /** Opens these, some at a time, so that others have their turn and not all rows are in memory at once. */
  async openEach(agents: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const problems = new Map<string, string>();
    const unread = agents.filter((name) => !this.#opened.has(name)).values();
    const openNext = async () => {
      for (const name of unread) {
        await this.open(name).catch((why: unknown) => problems.set(name, String(why)));
      }
    };
    await Promise.all(Array.from({ length: OPENED_AT_ONCE }, openNext));
    return problems;
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

  /** What records count, where several processes count together. */
  countSpends(count: CountSpends): void {
    this.#countSpends = count;
  }

  /** Who hears what others wrote. */
  listen(listeners: SharedListeners): void {
    this.#listeners = listeners;
  }

  async #read(agent: string): Promise<AgentChain> {
    const parts = { ...this.#parts, agent };
    const chain =
      this.#shared === null
        ? await AgentChain.open(parts)
        : await this.#shared.kit.Chain.open({
            ...parts,
            shared: this.#shared,
            onOvertaken: (overtaken) => this.#beforeUse(overtaken, true),
            spendsOf: (record, outcome) => this.#countSpends(agent, record, outcome),
            onMissed: (one, missed) => this.#listeners.onMissed(one, missed),
            onJudgedAgain: (one, record, outcome) =>
              this.#listeners.onJudgedAgain(one, record, outcome),
          });
    await this.#beforeUse(chain, false);
    return chain;
  }
}
