/**
 * Which client each agent was last seen with, kept over a restart.
 *
 * The journal does not name clients, so what the gate has recognised is kept as a document, and written when it changes.
 */
import { z } from 'zod';
import { toLog, type Log } from '../../base/log.ts';
import type { Gate } from '../../gate/index.ts';
import type { JournalFollower } from '../../journal/index.ts';
import type { Store } from '../../store/index.ts';
import { Documents } from '../api/documents.ts';

const clientShape = z.strictObject({ client: z.string() });

type SeeingGate = Pick<Gate, 'clientOf' | 'clock'>;

/** The clients of all agents. */
export class SeenClients {
  readonly #gate: SeeingGate;
  readonly #documents: Documents<z.output<typeof clientShape>>;
  readonly #kept = new Map<string, string>();
  readonly #log: Log;
  #writing: Promise<void> = Promise.resolve();

  private constructor(store: Store, gate: SeeingGate, log: Log) {
    this.#gate = gate;
    this.#documents = new Documents(store, 'client', clientShape);
    this.#log = log;
  }

  /** Reads what was kept; `follower` says which agents work. */
  static async open(
    store: Store,
    gate: SeeingGate,
    follower: JournalFollower,
    log: Log,
  ): Promise<SeenClients> {
    const clients = new SeenClients(store, gate, log);
    for (const { id, value } of await clients.#documents.all()) clients.#kept.set(id, value.client);
    follower.onRecord((agent) => clients.#note(agent));
    return clients;
  }

  /** The client of an agent; null when none was ever recognised. */
  of(agent: string): string | null {
    return this.#gate.clientOf(agent) ?? this.#kept.get(agent) ?? null;
  }

  /** Waits for what is being written. */
  close(): Promise<void> {
    return this.#writing;
  }

  #note(agent: string): void {
    const client = this.#gate.clientOf(agent);
    if (client === null || client === this.#kept.get(agent)) return;
    this.#kept.set(agent, client);
    this.#writing = this.#writing
      .then(() => this.#documents.put(agent, this.#gate.clock.now(), { client }))
      .catch(toLog(this.#log, 'figures', 'keeping which client an agent has', { agent }));
  }
}
