/** A store whose writes wait when they are told to, so that a test can act while a record is not durable yet. */
import { createMemoryStore, type Store } from '../../src/store/index.ts';

/** The store and its switch. */
export interface HeldStore {
  readonly store: Store;
  /** From now on, nothing is written until it is released. */
  hold(): void;
  release(): void;
  /** Writes that wait. */
  readonly waiting: number;
}

/** A new one, that does not hold anything. */
export function heldStore(): HeldStore {
  const inner = createMemoryStore();
  let held = Promise.withResolvers<void>();
  held.resolve();
  let waiting = 0;
  const append: Store['append'] = async (batch) => {
    waiting += 1;
    await held.promise;
    waiting -= 1;
    return inner.append(batch);
  };
  const store = new Proxy(inner, {
    get(target, key) {
      if (key === 'append') return append;
      const member: unknown = Reflect.get(target, key, target);
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
  return {
    store,
    hold: () => {
      held = Promise.withResolvers<void>();
    },
    release: () => held.resolve(),
    get waiting() {
      return waiting;
    },
  };
}
