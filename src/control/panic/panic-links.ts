/**
 * Links that stop all agents: for a phone, a colleague, a button on a wall. Whoever has one needs no token and types nothing.
 *
 * A link can stop and nothing else, so it may last long and work often. Only its hash is kept; it ends with its time, or when
 * somebody revokes it.
 */
import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Store } from '../../store/index.ts';
import { Documents, type Kept } from '../api/documents.ts';
import { Problem } from '../api/problem.ts';

const SECRET_BYTES = 32;
/** Half of a hash: nobody finds another secret for it. */
const ID_DIGITS = 32;
const LINKS_MAX = 100;

const linkShape = z.object({
  label: z.string(),
  made_by: z.string(),
  expires_at: z.number(),
  last_used_at: z.number().nullable(),
});
type Link = z.output<typeof linkShape>;

/** A link without its secret. */
export interface PanicLink extends Link {
  readonly id: string;
  readonly created_at: number;
}

/** The links of a server. */
export class PanicLinks {
  readonly #store: Store;
  readonly #documents: Documents<Link>;
  readonly #now: () => number;

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#documents = new Documents(store, 'panic-link', linkShape);
    this.#now = now;
  }

  /** Makes one; its secret is told this once. */
  async make(
    label: string,
    madeBy: string,
    lastsMs: number,
  ): Promise<{ readonly link: PanicLink; readonly secret: string }> {
    if ((await this.#documents.all()).length >= LINKS_MAX) {
      throw new Problem('bad-request', `There are ${LINKS_MAX} links already. Revoke some first.`);
    }
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    const now = this.#now();
    const value = { label, made_by: madeBy, expires_at: now + lastsMs, last_used_at: null };
    const kept = { id: idOf(secret), at: now, value };
    await this.#documents.put(kept.id, now, value);
    return { link: viewOf(kept), secret };
  }

  /** Oldest first, also those that have expired. */
  async all(): Promise<readonly PanicLink[]> {
    return (await this.#documents.all()).map(viewOf);
  }

  /** The link with this secret; null when there is none, or its time is over. */
  async find(secret: string): Promise<PanicLink | null> {
    const kept = await this.#documents.find(idOf(secret));
    return kept === null || kept.value.expires_at <= this.#now() ? null : viewOf(kept);
  }

  /** Somebody used it. */
  async used({ id, created_at: createdAt, ...link }: PanicLink): Promise<void> {
    const kept = await this.#documents.find(id);
    const used = this.#documents.document(id, createdAt, { ...link, last_used_at: this.#now() });
    // One that was revoked meanwhile stays so.
    const expect = [this.#documents.known(id, kept)];
    if (kept !== null) await this.#store.changeDocuments({ put: [used], expect });
  }

  /** Null when there is none. */
  async revoke(id: string): Promise<PanicLink | null> {
    const kept = await this.#documents.find(id);
    if (kept === null) return null;
    await this.#documents.remove(id);
    return viewOf(kept);
  }
}

/** It names the link everywhere, and says nothing of the secret. */
function idOf(secret: string): string {
  return createHash('sha256').update(`panic ${secret}`).digest('hex').slice(0, ID_DIGITS);
}

function viewOf({ id, at, value }: Omit<Kept<Link>, 'body'>): PanicLink {
  return { id, created_at: at, ...value };
}
