/** Keys outlive the process: what they may, when they expire, when they were last used. */
import { expect, onTestFinished, test } from 'vitest';
import { createMemoryStore, type Store } from '../../store/index.ts';
import { AgentKeyBook } from './agent-key-book.ts';

async function opened(store: Store, now: () => number): Promise<AgentKeyBook> {
  const book = await AgentKeyBook.open({ store, now });
  onTestFinished(() => book.close());
  return book;
}

test('a book that is opened again knows expiry, last use and that keys are required', async () => {
  const store = createMemoryStore();
  let now = 1_000;
  const book = await opened(store, () => now);
  const { key, id } = await book.add('ann', 'a', 5_000);
  const other = await book.add('bob', '', null);
  now = 2_000;
  expect([book.agentOf(key), book.agentOf(other.key), book.agentOf('tw_none')]).toEqual([
    'ann',
    'bob',
    null,
  ]);
  await book.close();
  const again = await opened(store, () => now);
  expect(again.all()).toMatchObject([
    { id, agent: 'ann', expires_at: 5_000, last_used_at: 2_000, is_expired: false },
    { agent: 'bob', expires_at: null, last_used_at: 2_000 },
  ]);
  now = 5_000;
  expect([again.agentOf(key), again.agentOf(other.key)]).toEqual([null, 'bob']);
  for (const one of again.all()) await again.remove(one.id);
  expect((await opened(store, () => now)).isRequired).toBe(true);
  await again.forget();
  expect((await opened(store, () => now)).isRequired).toBe(false);
});

test('a key of an older version has no expiry and is in force', async () => {
  const store = createMemoryStore();
  const keyHash = '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae';
  await store.putKey({ keyHash, agent: 'ann', createdAt: 1, label: '' });
  const book = await opened(store, () => 9);
  expect(book.agentOf('foo')).toBe('ann');
  expect(book.all()).toMatchObject([{ expires_at: null, last_used_at: 9 }]);
});
