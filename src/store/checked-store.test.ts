import { expect, test } from 'vitest';
import { checkedStore, storeWith, type StoreOperations } from './checked-store.ts';
import { createMemoryStore } from './memory/store.ts';
import type { Store } from './store.ts';

/** Operations that only note that they were reached. */
function noting(reached: string[]): StoreOperations {
  const names = Object.keys(createMemoryStore()) as (keyof Store)[];
  const entries = names.map((name) => [name, () => void reached.push(name)]);
  return Object.fromEntries(entries) as StoreOperations;
}

const bad: readonly (readonly [keyof Store, readonly unknown[]])[] = [
  ['append', [{ rows: [{ agent: 'a', seq: 0 }] }]],
  ['read', ['a', 1, 0]],
  ['events', [{ limit: 10_001 }]],
  ['replaceEvents', ['a', [{ agent: 'b' }]]],
  ['putKey', [{ keyHash: 'x' }]],
  ['putEvidence', [{ agent: '' }]],
  ['evidence', ['a', 1.5]],
  ['changeDocuments', [{ put: [{ kind: 'k', id: 'a\0b', at: 1, body: '' }] }]],
  ['changeDocuments', [{ expect: [{ kind: 'k', id: '', body: null }] }]],
  ['documents', [{ kind: 'k', limit: -1 }]],
];

test.each(bad)(
  '%s: what cannot be stored or answered never reaches a store',
  async (name, args) => {
    const reached: string[] = [];
    const store = checkedStore(noting(reached));
    const call = store[name] as (...given: unknown[]) => Promise<unknown>;
    await expect(call(...args)).rejects.toThrow(/must be|limit/);
    expect(reached).toEqual([]);
  },
);

test('after its end a store is asked nothing, and it ends once', async () => {
  const reached: string[] = [];
  const store = checkedStore(noting(reached));
  await store.heads();
  await Promise.all([store.close(), store.close()]);
  await expect(store.heads()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  expect(reached).toEqual(['heads', 'close']);
});

test('a replaced operation takes the place of one, and the rest reach the store', async () => {
  const store = createMemoryStore();
  const other = storeWith(store, { sizeBytes: () => Promise.resolve(7) });
  expect([await other.sizeBytes(), await other.heads()]).toEqual([7, []]);
  await other.close();
  await expect(store.heads()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
});
