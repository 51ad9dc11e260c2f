/**
 * Documents of one kind, checked when they are read: a file that somebody edited must not bring the server down.
 */
import type { z } from 'zod';
import { parseJson } from '../../base/json-text.ts';
import type { KnownDocument, Store, StoredDocument } from '../../store/index.ts';

const ALL_MAX = 10_000;
/** Who loses so often to others stops trying. */
const TRIES_MAX = 20;

/** A document with its id. */
export interface Kept<Value> {
  readonly id: string;
  readonly at: number;
  readonly value: Value;
  /** As it is stored. */
  readonly body: string;
}

/** The documents of a kind. */
export class Documents<Value> {
  readonly #store: Store;
  readonly #kind: string;
  readonly #schema: z.ZodType<Value>;

  constructor(store: Store, kind: string, schema: z.ZodType<Value>) {
    this.#store = store;
    this.#kind = kind;
    this.#schema = schema;
  }

  /** By time; those that do not have the shape are left out. */
  async all(
    more: { readonly newestFirst?: boolean; readonly until?: number; readonly limit?: number } = {},
  ): Promise<readonly Kept<Value>[]> {
    const query = { kind: this.#kind, limit: ALL_MAX, ...more };
    return (await this.#store.documents(query)).flatMap((one) => this.#read(one) ?? []);
  }

  async find(id: string): Promise<Kept<Value> | null> {
    const [found] = await this.#store.documents({ kind: this.#kind, id, limit: 1 });
    return found === undefined ? null : this.#read(found);
  }

  async put(id: string, at: number, value: Value): Promise<void> {
    await this.#store.changeDocuments({ put: [this.document(id, at, value)] });
  }

  /** Changes a document, whoever else does so meanwhile; null when there is none. */
  async change(id: string, next: (value: Value) => Value): Promise<Value | null> {
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      const kept = await this.find(id);
      if (kept === null) return null;
      const value = next(kept.value);
      const put = [this.document(id, kept.at, value)];
      const expect = [this.known(id, kept)];
      if (await this.#store.changeDocuments({ put, expect })) return value;
    }
    throw new Error(`others change the ${this.#kind} ${id} all the time: try it again`);
  }

  async remove(id: string): Promise<void> {
    await this.#store.changeDocuments({ remove: [{ kind: this.#kind, id }] });
  }

  /** As it is known, for a change that is made only where it still is so; null: there is none. */
  known(id: string, kept: Pick<Kept<Value>, 'body'> | null): KnownDocument {
    return { kind: this.#kind, id, body: kept?.body ?? null };
  }

  /** As the store takes it, for a change together with others. */
  document(id: string, at: number, value: Value): StoredDocument {
    return { kind: this.#kind, id, at, body: JSON.stringify(value) };
  }

  #read({ id, at, body }: StoredDocument): Kept<Value> | null {
    const { data } = this.#schema.safeParse(parseJson(body));
    return data === undefined ? null : { id, at, value: data, body };
  }
}
