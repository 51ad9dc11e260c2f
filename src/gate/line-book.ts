/**
 * Every agent's line, opened on first use and then kept: who is known, who may join.
 */
import { EVERYBODY } from '../base/everybody.ts';
import type { AgentHead, Store } from '../store/index.ts';
import { AgentLine, type LineParts } from './agent-line.ts';
import type { Clock } from './clock.ts';

/** The lines of all agents. */
export class LineBook {
  readonly #parts: Omit<LineParts, 'agent'>;
  readonly #clock: Clock;
  readonly #lines = new Map<string, Promise<AgentLine>>();
  readonly #open = new Map<string, AgentLine>();
  readonly #names: Set<string>;

  constructor(parts: Omit<LineParts, 'agent'>, clock: Clock, heads: readonly AgentHead[]) {
    this.#parts = parts;
    this.#clock = clock;
    this.#names = new Set(heads.map(({ agent }) => agent).filter((name) => name !== EVERYBODY));
  }

  /** The names of all agents that ever had a record. */
  names(): readonly string[] {
    return [...this.#names].toSorted();
  }

  isKnown(agent: string): boolean {
    return this.#names.has(agent);
  }

  /** The line, if it is open already. */
  opened(agent: string): AgentLine | undefined {
    return this.#open.get(agent);
  }

  /** The line of an agent; read from the store the first time. A failed reading is tried again next time. */
  async line(agent: string): Promise<AgentLine> {
    const known = this.#open.get(agent);
    if (known !== undefined) return known;
    let opening = this.#lines.get(agent);
    if (opening === undefined) {
      opening = AgentLine.open({ ...this.#parts, agent });
      this.#lines.set(agent, opening);
      opening.catch(() => this.#lines.delete(agent));
    }
    const line = await opening;
    this.#clock.catchUp(line.durable.clock);
    this.#open.set(agent, line);
    if (agent !== EVERYBODY) this.#names.add(agent);
    return line;
  }

  /** The store behind the lines. */
  get store(): Store {
    return this.#parts.store;
  }
}
