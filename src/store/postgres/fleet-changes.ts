/**
 * What a node of a fleet hears of the others: each change once and in order, acted on before it is confirmed.
 *
 * A change is told by a message, and where that is lost, found with the next look. Before somebody listens nothing is acted
 * on, and nothing confirmed.
 */
import type { Connection } from './connection.ts';

/** Something that other nodes must know. */
export interface FleetChange {
  readonly version: number;
  /** Holds or settings of an agent; agents' keys; tokens and sessions of people. */
  readonly kind: 'agent' | 'keys' | 'people';
  readonly subject: string;
}

/** Who acts on changes of other nodes. */
export interface FleetListener {
  changed(changes: readonly FleetChange[]): Promise<void>;
  /** Agents that were not there before. */
  born(agents: readonly string[]): void;
  /** Calls under way, which others are shown. */
  openCalls(): number;
}

const CHANGES_AT_ONCE = 1_000;

const CONFIRM = 'UPDATE tripwire.nodes SET seen = $2 WHERE node = $1 AND NOT fenced RETURNING node';
const CHANGES = `
  SELECT version, kind, subject FROM tripwire.changes WHERE version > $1 ORDER BY version LIMIT ${CHANGES_AT_ONCE}`;
const BIRTHS = `
  SELECT number, agent FROM tripwire.births WHERE number > $1 ORDER BY number LIMIT ${CHANGES_AT_ONCE}`;

/** The changes and births that a node knows of. */
export class HeardChanges {
  readonly #connection: Connection;
  #node = 0;
  /** The last change that this process acted on. */
  #known = 0;
  #confirmed = -1;
  /** How many births it knows of. */
  #births = 0;
  #listener: FleetListener | null = null;
  /** Changes from before somebody listened. */
  #unheard: FleetChange[] = [];
  #looking: Promise<void> | null = null;
  #lookAgain = false;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  get known(): number {
    return this.#known;
  }

  get births(): number {
    return this.#births;
  }

  /** Whether the others know what this node acted on, since it has its place. */
  get isConfirmed(): boolean {
    return this.#confirmed >= 0;
  }

  /** Calls under way here. */
  get openCalls(): number {
    return this.#listener?.openCalls() ?? 0;
  }

  /** The node has a place. What was known before it lost the last one is still known; the rest is heard before it works. */
  joined(node: number, version: number, births: number): void {
    if (this.#node === 0) {
      this.#known = version;
      this.#births = births;
    }
    this.#node = node;
    this.#confirmed = -1;
  }

  /** Acts on changes from now on, also on those since the node joined. */
  listen(listener: FleetListener): void {
    this.#listener = listener;
  }

  /** Hears what changed elsewhere. */
  refresh(): Promise<void> {
    this.#lookAgain = true;
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  /** Waits until it no longer looks, whatever came of it. */
  async settled(): Promise<void> {
    await Promise.allSettled([this.#looking]);
  }

  async #look(): Promise<void> {
    while (this.#lookAgain) {
      this.#lookAgain = false;
      const changes = await this.#connection.ask<FleetChange>('reading changes', CHANGES, [
        this.#known,
      ]);
      if (changes.length === CHANGES_AT_ONCE) this.#lookAgain = true;
      const heard = [...this.#unheard, ...changes];
      if (this.#listener === null) this.#unheard = heard;
      else if (heard.length > 0) {
        await this.#listener.changed(heard);
        this.#unheard = [];
      }
      this.#known = changes.at(-1)?.version ?? this.#known;
      if (this.#listener === null || this.#confirmed === this.#known) continue;
      const version = this.#known;
      const [confirmed] = await this.#connection.ask('confirming changes', CONFIRM, [
        this.#node,
        version,
      ]);
      if (confirmed !== undefined) this.#confirmed = version;
    }
    await this.#lookForBirths();
  }

  async #lookForBirths(): Promise<void> {
    while (this.#listener !== null) {
      const born = await this.#connection.ask<{ readonly number: number; readonly agent: string }>(
        'reading new agents',
        BIRTHS,
        [this.#births],
      );
      this.#listener.born(born.map(({ agent }) => agent));
      this.#births = born.at(-1)?.number ?? this.#births;
      if (born.length < CHANGES_AT_ONCE) return;
    }
  }
}
