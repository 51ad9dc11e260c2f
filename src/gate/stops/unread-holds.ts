/**
 * Agents that nobody read yet and on which something may stand, so that a server with thousands of them can say who is
 * held without folding the journal of each.
 *
 * A hold that is raised is told by an event, written with the row that raised it. Events go only with rows that are cut,
 * so whose first rows are gone may be held, too.
 */
import type { Store } from '../../store/index.ts';

const EVENTS_AT_ONCE = 1_000;

/** Whom the store's events and anchors name. */
export class UnreadHolds {
  readonly #store: Pick<Store, 'anchors' | 'events'>;
  readonly #named = new Set<string>();
  #lastId: number | null = null;

  constructor(store: Pick<Store, 'anchors' | 'events'>) {
    this.#store = store;
  }

  /** Everybody of whom a hold was ever told, and whose rows were cut: too many, never too few. */
  async names(): Promise<ReadonlySet<string>> {
    if (this.#lastId === null) {
      for (const { agent } of await this.#store.anchors()) this.#named.add(agent);
    }
    for (;;) {
      const afterId = this.#lastId ?? 0;
      const query = { type: 'hold', afterId, limit: EVENTS_AT_ONCE };
      const events = await this.#store.events(query);
      for (const { agent } of events) this.#named.add(agent);
      this.#lastId = events.at(-1)?.id ?? afterId;
      if (events.length < EVENTS_AT_ONCE) return this.#named;
    }
  }
}
