/**
 * The admin tokens of all nodes of a fleet, by their hashes: whoever opened a session with the token of one node works
 * with it on every other.
 *
 * Each node has a token of its own, in its data folder, and with any of them one acts on the whole fleet. A node that
 * starts with another token replaces its own, and the one of a node that has been away for long counts no more.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { toLog, type Log } from '../../base/log.ts';
import type { Store } from '../../store/index.ts';
import { Documents } from '../api/documents.ts';

/** What the tokens are kept with. */
export interface OwnerTokenParts {
  readonly store: Store;
  readonly now: () => number;
  /** Of this node. */
  readonly token: string;
  /** Which node it is, also after it was started again; null for a server that is alone, which tells nobody. */
  readonly place: string | null;
  readonly log: Log;
}

const AWAY_MS = 12 * 3_600_000;
const SAY_EVERY_MS = 3_600_000;

const shape = z.object({ place: z.string() });

/** The tokens that open everything. */
export class OwnerTokens {
  readonly #parts: OwnerTokenParts;
  readonly #documents: Documents<z.output<typeof shape>>;
  readonly #others = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  /** The mark of this node's token. */
  readonly own: string;

  private constructor(parts: OwnerTokenParts) {
    this.#parts = parts;
    this.own = markOf(parts.token);
    this.#documents = new Documents(parts.store, 'owner-token', shape);
  }

  /** With those of the other nodes; they hear of this one's. */
  static async open(parts: OwnerTokenParts): Promise<OwnerTokens> {
    const tokens = new OwnerTokens(parts);
    if (parts.place === null) return tokens;
    await tokens.#say(parts.place);
    await tokens.reload();
    const say = () =>
      void tokens.#say(parts.place ?? '').catch(
        toLog(parts.log, 'control', 'telling other nodes of the admin token'),
      );
    tokens.#timer = setInterval(say, SAY_EVERY_MS).unref();
    return tokens;
  }

  /** Reads which tokens other nodes have. */
  async reload(): Promise<void> {
    if (this.#parts.place === null) return;
    const found = await this.#documents.all();
    this.#others.clear();
    for (const { id, at } of found) this.#others.set(id, at);
  }

  /** Whether the token with this mark opens everything here. */
  has(mark: string): boolean {
    if (mark === this.own) return true;
    const saidAt = this.#others.get(mark);
    return saidAt !== undefined && this.#parts.now() - saidAt < AWAY_MS;
  }

  /** Whether it is the token of a node. */
  isOwner(token: string): boolean {
    return this.has(markOf(token));
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** The token that this node had before counts no more. */
  async #say(place: string): Promise<void> {
    const found = await this.#documents.all();
    const old = found.filter(({ id, value }) => value.place === place && id !== this.own);
    await this.#parts.store.changeDocuments({
      put: [this.#documents.document(this.own, this.#parts.now(), { place })],
      remove: old.map(({ id }) => ({ kind: 'owner-token', id })),
    });
  }
}

function markOf(token: string): string {
  return createHash('sha256').update(`owner\n${token}`).digest('hex');
}
