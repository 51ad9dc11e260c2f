import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../test/kit/temporary-folder.ts';
import { createMemoryStore, openSqliteStore, type Store } from '../store/index.ts';
import { openKeyBook } from './keys.ts';

const folder = temporaryFolder('keys');

/** A store whose operations are on its prototype, as a stranger's may be. */
class ForeignStore {
  readonly #inner = createMemoryStore();
  keys() {
    return this.#inner.keys();
  }
  putKey(key: Parameters<Store['putKey']>[0]) {
    return this.#inner.putKey(key);
  }
  removeKey(keyHash: string) {
    return this.#inner.removeKey(keyHash);
  }
  heads() {
    return this.#inner.heads();
  }
  close() {
    return this.#inner.close();
  }
}
for (const name of Object.keys(createMemoryStore())) {
  if (!(name in ForeignStore.prototype)) {
    Object.defineProperty(ForeignStore.prototype, name, { value: () => Promise.resolve([]) });
  }
}

const stores: Readonly<Record<string, () => Promise<Store>>> = {
  memory: async () => createMemoryStore(),
  sqlite: () => openSqliteStore({ file: join(folder, 'journal.db') }),
  'class instance': async () => new ForeignStore() as unknown as Store,
};

const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');
const row = (key: string, agent: string) => ({
  keyHash: hashOf(key),
  agent,
  createdAt: 1,
  label: '',
});

describe.each(Object.entries(stores))('keys over a %s store', (_, open) => {
  test('a key counts as soon as it is put, and the store can do all that it could', async () => {
    const inner = await open();
    try {
      await inner.putKey(row('old', 'ann'));
      const book = await openKeyBook(inner);
      const { store } = book;
      const agentOf = (key: string) => book.agentOf(key);
      await store.putKey(row('new', 'bob'));
      expect([agentOf('old'), agentOf('new'), agentOf('none')]).toEqual(['ann', 'bob', null]);
      expect(await store.keys()).toHaveLength(2);
      expect(await store.removeKey(hashOf('old'))).toBe(true);
      expect([agentOf('old'), (await inner.keys()).length]).toEqual([null, 1]);
      expect(await store.heads()).toEqual([]);
      expect(Object.keys(store).toSorted()).toEqual(Object.keys(createMemoryStore()).toSorted());
    } finally {
      await inner.close();
    }
  });
});
