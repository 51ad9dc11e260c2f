/**
 * The agents' keys in memory: the data plane asks for one with every request and cannot wait for the disk.
 */
import { createHash } from 'node:crypto';
import { storeWith, type Store } from '../store/index.ts';

/** The keys, and the store through which they change. */
export interface KeyBook {
  /** The same store; a key that is added or removed through it counts at once. */
  readonly store: Store;
  agentOf(key: string): string | null;
  /** Whether any agent has one. */
  hasKeys(): boolean;
}

/** Reads all keys. */
export async function openKeyBook(store: Store): Promise<KeyBook> {
  const agents = new Map((await store.keys()).map(({ keyHash, agent }) => [keyHash, agent]));
  return {
    store: storeWith(store, {
      putKey: async (key) => {
        await store.putKey(key);
        agents.set(key.keyHash, key.agent);
      },
      removeKey: async (keyHash) => {
        // Out of force first: a key that is being removed must not outlive a slow disk.
        agents.delete(keyHash);
        return store.removeKey(keyHash);
      },
    }),
    hasKeys: () => agents.size > 0,
    agentOf: (key) => agents.get(createHash('sha256').update(key).digest('hex')) ?? null,
  };
}
