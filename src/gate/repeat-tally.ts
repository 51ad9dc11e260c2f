/**
 * Counts what comes again and again: the first time is told at once, what comes within the next minute together, so that
 * something that happens with every call does not fill the journal.
 */
import type { AgentChain } from './chain/agent-chain.ts';

interface Counted<What> {
  readonly chain: AgentChain;
  readonly what: What;
  times: number;
}

const FLUSH_MS = 60_000;

/** Writes what came so many times; the first of them by itself. */
type Write<What> = (chain: AgentChain, what: What, times: number, isFirst: boolean) => void;

/** Things that repeat, each with its chain. */
export class RepeatTally<What> {
  readonly #write: Write<What>;
  readonly #counted = new Map<string, Counted<What>>();
  #timer: NodeJS.Timeout | null = null;

  constructor(write: Write<What>) {
    this.#write = write;
  }

  /** One more of what this key names. */
  count(key: string, chain: AgentChain, what: What): void {
    const known = this.#counted.get(key);
    if (known !== undefined) {
      known.times += 1;
      return;
    }
    this.#counted.set(key, { chain, what, times: 0 });
    this.#write(chain, what, 1, true);
    this.#timer ??= setTimeout(() => this.flush(), FLUSH_MS).unref();
  }

  /** Writes what was counted. */
  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const counted = [...this.#counted.values()];
    this.#counted.clear();
    for (const { chain, what, times } of counted) {
      if (times > 0) this.#write(chain, what, times, false);
    }
  }
}
