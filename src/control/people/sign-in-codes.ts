/**
 * The codes of sign-in links. Each signs its reader in once, on whichever node they open it.
 *
 * A code is kept by its hash. It works here at once, and where several nodes share a store, elsewhere when it is kept.
 */
import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { BoundedMap } from '../../base/bounded-map.ts';
import type { Log } from '../../base/log.ts';
import type { Store } from '../../store/index.ts';
import type { Caller } from '../api/caller.ts';
import { Documents } from '../api/documents.ts';
import { ROLES } from '../api/schemas-people.ts';

/** A caller with the token it showed; null is the owner's. */
export interface Known {
  readonly caller: Omit<Caller, 'signIn'>;
  readonly tokenId: string | null;
}

const CODE_MS = 15 * 60_000;
const CODES_MAX = 20;
const CODE_BYTES = 32;

const shape = z.object({
  name: z.string(),
  role: z.enum(ROLES),
  isOwner: z.boolean(),
  tokenId: z.string().nullable(),
});
type Code = z.output<typeof shape>;

/** A code that was given out here. */
interface Given {
  readonly code: Code;
  readonly until: number;
  /** Resolves when it is kept, false where it could not be. */
  readonly kept: Promise<boolean>;
}

/** The codes that nobody used yet. */
export class SignInCodes {
  readonly #documents: Documents<Code>;
  readonly #store: Store;
  readonly #now: () => number;
  readonly #log: Log;
  readonly #given = new BoundedMap<string, Given>(CODES_MAX);

  constructor(store: Store, now: () => number, log: Log) {
    this.#store = store;
    this.#documents = new Documents(store, 'sign-in-code', shape);
    this.#now = now;
    this.#log = log;
  }

  /** A code for a link; it signs its reader in once, as whoever asked for it. */
  make({ caller: { name, role, isOwner }, tokenId }: Known): {
    readonly code: string;
    readonly expiresAt: number;
  } {
    const secret = randomBytes(CODE_BYTES).toString('base64url');
    const until = this.#now() + CODE_MS;
    const code = { name, role, isOwner, tokenId };
    const key = digest(secret);
    this.#given.set(key, { code, until, kept: this.#keep(key, until, code) });
    return { code: secret, expiresAt: until };
  }

  /** Whom a code signs in, once; null when it was not given out, is used, or is too old. */
  async use(secret: string): Promise<Known | null> {
    const key = digest(secret);
    const given = this.#given.get(key);
    this.#given.delete(key);
    const isKept = given === undefined || (await given.kept);
    const used = isKept ? await this.#take(key) : given;
    if (used === null || this.#now() >= used.until) return null;
    const { tokenId, ...caller } = used.code;
    return { caller, tokenId };
  }

  /** Forgets the codes of this token. */
  async forgetOf(tokenId: string): Promise<void> {
    for (const [key, { code }] of this.#given) {
      if (code.tokenId === tokenId) this.#given.delete(key);
    }
    const found = (await this.#documents.all()).filter(({ value }) => value.tokenId === tokenId);
    if (found.length === 0) return;
    await this.#store.changeDocuments({ remove: found.map(({ id }) => documentOf(id)) });
  }

  /** Of several who use it at the same time one gets it. */
  async #take(key: string): Promise<Pick<Given, 'code' | 'until'> | null> {
    const found = await this.#documents.find(key);
    if (found === null) return null;
    const isTaken = await this.#store.changeDocuments({
      expect: [this.#documents.known(key, found)],
      remove: [documentOf(key)],
    });
    return isTaken ? { code: found.value, until: found.at } : null;
  }

  async #keep(key: string, until: number, code: Code): Promise<boolean> {
    try {
      const found = await this.#documents.all({ newestFirst: true });
      const old = found.filter(({ at }, place) => at <= this.#now() || place >= CODES_MAX - 1);
      const put = [this.#documents.document(key, until, code)];
      const remove = old.map(({ id }) => documentOf(id));
      return await this.#store.changeDocuments({ put, remove });
    } catch (error) {
      this.#log.warn('control', 'keeping the code of a sign-in link', error);
      return false;
    }
  }
}

function documentOf(id: string) {
  return { kind: 'sign-in-code', id };
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
