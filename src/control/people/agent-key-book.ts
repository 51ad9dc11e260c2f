/**
 * The agents' keys: made, listed, rotated, revoked, expiring, with their last use. Only their hashes are kept.
 *
 * In memory, because the data plane asks for one with every request and cannot wait for the disk; the last use is written
 * down now and then. Once an agent was given a key every request needs one, also after the last was revoked, until
 * somebody says otherwise: taking a key back must not open the port.
 */
import { createHash, randomInt } from 'node:crypto';
import { z } from 'zod';
import type { KeyGrant } from '../../base/key-grant.ts';
import { NO_LOG, type Log } from '../../base/log.ts';
import type { AgentKey, Store } from '../../store/index.ts';
import { Documents } from '../api/documents.ts';
import { Problem } from '../api/problem.ts';

const KEY_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const KEY_LENGTH = 40;
const ID_LENGTH = 16;
const KEYS_MAX = 10_000;
const WRITE_MS = 60_000;
/** Stands for the keys that were there once. */
const EVER = 'ever';

const granted = z.string().nullable().default(null);
/** Keys of older versions say nothing of what they are for. */
const life = z.object({
  expires_at: z.number().nullable(),
  last_used_at: z.number().nullable(),
  models: z.array(z.string()).readonly().nullable().default(null),
  user: granted,
  project: granted,
  branch: granted,
});
type Life = z.output<typeof life>;
const NO_GRANT: KeyGrant = Object.freeze({ models: null, user: null, project: null, branch: null });
const UNUSED = Object.freeze({ expires_at: null, last_used_at: null, ...NO_GRANT });

/** A key without its secret. */
export interface AgentKeyView extends Life {
  readonly id: string;
  readonly agent: string;
  readonly label: string;
  readonly created_at: number;
  readonly is_expired: boolean;
}

/** A key that was just made: the only time that it is shown. */
export type NewAgentKey = AgentKeyView & { readonly key: string };

interface KeyEntry {
  readonly row: AgentKey;
  readonly life: Life;
}

/** What a book is opened with. */
export interface KeyBookOptions {
  readonly store: Store;
  readonly now: () => number;
  /** Whether Tripwire holds a secret of a provider: then keys are needed, whatever is in here. */
  readonly holdsSecrets?: boolean;
  readonly log?: Log;
}

/** The keys of a server. */
export class AgentKeyBook {
  readonly #store: Store;
  readonly #now: () => number;
  readonly #log: Log;
  readonly #holdsSecrets: boolean;
  readonly #documents: Documents<Life>;
  readonly #byHash = new Map<string, KeyEntry>();
  readonly #used = new Set<string>();
  #wasGiven = false;
  readonly #timer: NodeJS.Timeout;

  private constructor({ store, now, holdsSecrets = false, log = NO_LOG }: KeyBookOptions) {
    this.#store = store;
    this.#now = now;
    this.#log = log;
    this.#holdsSecrets = holdsSecrets;
    this.#documents = new Documents(store, 'agent-key', life);
    this.#timer = setInterval(() => void this.#writeUses(), WRITE_MS).unref();
  }

  static async open(options: KeyBookOptions): Promise<AgentKeyBook> {
    const book = new AgentKeyBook(options);
    await book.reload();
    return book;
  }

  /** Reads what is in force: another node may have changed it. */
  async reload(): Promise<void> {
    const lives = new Map((await this.#documents.all()).map(({ id, value }) => [id, value]));
    const rows = await this.#store.keys();
    this.#byHash.clear();
    for (const row of rows) {
      const known = lives.get(idOf(row.keyHash)) ?? UNUSED;
      this.#byHash.set(row.keyHash, { row, life: known });
    }
    this.#wasGiven ||= lives.has(EVER);
  }

  /** Whose key this is; null for one that nobody has, or that has expired. */
  agentOf(key: string): string | null {
    const keyHash = hashOf(key);
    const found = this.#byHash.get(keyHash);
    if (found === undefined || this.#isExpired(found)) return null;
    this.#byHash.set(keyHash, { ...found, life: { ...found.life, last_used_at: this.#now() } });
    this.#used.add(keyHash);
    return found.row.agent;
  }

  /** What a key is for. One that nobody has leads nowhere, so it is for nothing. */
  grantOf(key: string): KeyGrant {
    const found = this.#byHash.get(hashOf(key));
    return found === undefined ? NO_GRANT : grantIn(found.life);
  }

  /** Whether an agent has a key, or had one. */
  hasKeys(): boolean {
    return this.#byHash.size > 0 || this.#wasGiven;
  }

  /** Whether every request of an agent needs one. */
  get isRequired(): boolean {
    return this.#holdsSecrets || this.hasKeys();
  }

  /** Oldest first. */
  all(): readonly AgentKeyView[] {
    return [...this.#byHash.values()].map((entry) => this.#view(entry)).toSorted(inOrder);
  }

  async add(
    agent: string,
    label: string,
    expiresAt: number | null,
    grant: KeyGrant = NO_GRANT,
  ): Promise<NewAgentKey> {
    if (this.#byHash.size >= KEYS_MAX) {
      throw new Problem('bad-request', `There are ${KEYS_MAX} keys already. Revoke some first.`);
    }
    const letters = Array.from(
      { length: KEY_LENGTH },
      () => KEY_LETTERS[randomInt(KEY_LETTERS.length)],
    );
    const key = `tw_${letters.join('')}`;
    const row = { keyHash: hashOf(key), agent, createdAt: this.#now(), label };
    const entry = { row, life: { expires_at: expiresAt, last_used_at: null, ...grant } };
    // When it expires and what it is for is known before it is in force.
    await this.#write(entry);
    await this.#store.putKey(row);
    this.#byHash.set(row.keyHash, entry);
    return { ...this.#view(entry), key };
  }

  /** A new key in the place of another, which is in force as long as `graceMs` says. Null when there is no such key. */
  async rotate(id: string, graceMs: number): Promise<NewAgentKey | null> {
    const old = this.#find(id);
    if (old === null) return null;
    const { row, life: before } = old;
    const now = this.#now();
    const lasts = before.expires_at === null ? null : before.expires_at - row.createdAt;
    const expiresAt = lasts === null ? null : now + lasts;
    const made = await this.add(row.agent, row.label, expiresAt, grantIn(before));
    if (graceMs === 0) await this.#drop(row.keyHash);
    else {
      const until = Math.min(before.expires_at ?? Infinity, now + graceMs);
      const entry = { row, life: { ...old.life, expires_at: until } };
      this.#byHash.set(row.keyHash, entry);
      await this.#write(entry);
      // The other nodes read it again with this.
      await this.#store.putKey(row);
    }
    return made;
  }

  /** Revokes a key. Null when there is no such key. */
  async remove(id: string): Promise<AgentKeyView | null> {
    const found = this.#find(id);
    if (found === null) return null;
    await this.#drop(found.row.keyHash);
    return this.#view(found);
  }

  /** Requests need no key any more; refused while there is one. */
  async forget(): Promise<void> {
    if (this.#byHash.size > 0) {
      throw new Problem('bad-request', 'Agents have keys. Revoke them first.');
    }
    await this.#documents.remove(EVER);
    this.#wasGiven = false;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#writeUses();
  }

  #find(id: string): KeyEntry | null {
    return [...this.#byHash.values()].find(({ row }) => idOf(row.keyHash) === id) ?? null;
  }

  /** Out of force first: a key that is being revoked must not outlive a slow disk. */
  async #drop(keyHash: string): Promise<void> {
    this.#wasGiven = true;
    this.#byHash.delete(keyHash);
    this.#used.delete(keyHash);
    const ever = this.#documents.document(EVER, this.#now(), UNUSED);
    await this.#store.changeDocuments({ put: [ever] });
    await this.#store.removeKey(keyHash);
    await this.#documents.remove(idOf(keyHash));
  }

  async #writeUses(): Promise<void> {
    const used = [...this.#used].flatMap((keyHash) => this.#byHash.get(keyHash) ?? []);
    this.#used.clear();
    try {
      for (const entry of used) await this.#write(entry);
    } catch (error) {
      this.#log.warn('store', 'writing the last use of agent keys', error);
    }
  }

  #write({ row, life: value }: KeyEntry): Promise<void> {
    return this.#documents.put(idOf(row.keyHash), row.createdAt, value);
  }

  #isExpired({ life: { expires_at: until } }: KeyEntry): boolean {
    return until !== null && until <= this.#now();
  }

  #view(entry: KeyEntry): AgentKeyView {
    const { keyHash, agent, label, createdAt } = entry.row;
    const is_expired = this.#isExpired(entry);
    return { id: idOf(keyHash), agent, label, created_at: createdAt, ...entry.life, is_expired };
  }
}

function grantIn({ models, user, project, branch }: Life): KeyGrant {
  return { models, user, project, branch };
}

/** The start of its hash names a key without showing anything of it. */
function idOf(keyHash: string): string {
  return keyHash.slice(0, ID_LENGTH);
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** The oldest first; those of one moment by their agent, so that a list is the same each time. */
function inOrder(one: AgentKeyView, other: AgentKeyView): number {
  if (one.created_at !== other.created_at) return one.created_at - other.created_at;
  return `${one.agent} ${one.id}` < `${other.agent} ${other.id}` ? -1 : 1;
}
