/**
 * Tokens with a role, for people and programs beside the owner. Only their hashes are kept.
 */
import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Store } from '../../store/index.ts';
import type { Caller, Role } from '../api/caller.ts';
import { Documents } from '../api/documents.ts';
import { Problem } from '../api/problem.ts';
import { ROLES } from '../api/schemas-people.ts';

const TOKEN_BYTES = 32;
const TOKENS_MAX = 100;

const kept = z.object({
  hash: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  created_at: z.number(),
});

/** A token without its secret. */
export interface TokenView {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly created_at: number;
}

/** The tokens of a server, in memory and in its store. */
export class TokenBook {
  readonly #documents: Documents<z.output<typeof kept>>;
  readonly #byHash = new Map<string, TokenView>();

  private constructor(store: Store) {
    this.#documents = new Documents(store, 'token', kept);
  }

  static async open(store: Store): Promise<TokenBook> {
    const book = new TokenBook(store);
    await book.reload();
    return book;
  }

  /** Reads what is in force: another node may have changed it. */
  async reload(): Promise<void> {
    const found = await this.#documents.all();
    this.#byHash.clear();
    for (const { id, value } of found) this.#keep(id, value);
  }

  all(): readonly TokenView[] {
    return [...this.#byHash.values()].toSorted((one, other) => one.created_at - other.created_at);
  }

  /** Whose token this is; null when it is nobody's. */
  callerOf(token: string): (Caller & { readonly tokenId: string }) | null {
    const found = this.#byHash.get(hashOf(token));
    if (found === undefined) return null;
    const { name, role, id } = found;
    return { name, role, isOwner: false, signIn: null, tokenId: id };
  }

  async add(name: string, role: Role, at: number): Promise<TokenView & { readonly token: string }> {
    if (this.#byHash.size >= TOKENS_MAX) {
      throw new Problem('bad-request', `There are ${TOKENS_MAX} tokens already. Remove one first.`);
    }
    if (this.all().some((one) => one.name === name)) {
      throw new Problem(
        'bad-request',
        `There is a token named ${name} already. Choose another name.`,
      );
    }
    const token = `twc_${randomBytes(TOKEN_BYTES).toString('base64url')}`;
    const id = randomBytes(8).toString('hex');
    const value = { hash: hashOf(token), name, role, created_at: at };
    await this.#documents.put(id, at, value);
    return { ...this.#keep(id, value), token };
  }

  async remove(id: string): Promise<boolean> {
    const found = [...this.#byHash].find(([, one]) => one.id === id);
    if (found === undefined) return false;
    // Out of force first: it must not outlive a slow disk.
    this.#byHash.delete(found[0]);
    await this.#documents.remove(id);
    return true;
  }

  #keep(id: string, { hash, name, role, created_at }: z.output<typeof kept>): TokenView {
    const view = { id, name, role, created_at };
    this.#byHash.set(hash, view);
    return view;
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
