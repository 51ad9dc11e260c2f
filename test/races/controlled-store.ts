/**
 * A store whose every operation waits until the test says how it ends.
 *
 * Operations end in the order they came, as those of a database in one thread do. What is on the disk is known
 * at every moment, without asking: that is what the promises are measured against.
 */
import {
  createMemoryStore,
  StoreError,
  type JournalRow,
  type Store,
} from '../../src/store/index.ts';

/** How an operation ends: done; not done, and said so; done, but an error is said. */
export type Outcome = 'done' | 'refused' | 'lied';

/** The store and its strings. */
export interface ControlledStore {
  readonly store: Store;
  /** The store underneath, which answers at once. */
  readonly disk: Store;
  /** Every row on the disk, in the order they got there. */
  readonly rows: readonly JournalRow[];
  /** Operations that wait. */
  readonly waiting: number;
  /** Ends the oldest operation; false when none waits. */
  endNext(outcome: Outcome): boolean;
}

/** A store in memory, under control. */
export function controlledStore(): ControlledStore {
  const disk = createMemoryStore();
  const rows: JournalRow[] = [];
  const queue: ((outcome: Outcome) => void)[] = [];
  const failed = () => new StoreError('STORE_UNAVAILABLE', 'the disk is full (a test says so)');
  const wait = () =>
    new Promise<Outcome>((resolve) => {
      queue.push(resolve);
    });
  const store = new Proxy(disk, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key, target);
      if (typeof member !== 'function') return member;
      const call = member.bind(target) as (...args: unknown[]) => Promise<unknown>;
      return async (...args: unknown[]) => {
        const outcome = await wait();
        if (outcome === 'refused') throw failed();
        const result = await call(...args);
        if (key === 'append') rows.push(...(args[0] as { rows: JournalRow[] }).rows);
        if (outcome === 'lied') throw failed();
        return result;
      };
    },
  });
  return {
    store,
    disk,
    rows,
    get waiting() {
      return queue.length;
    },
    endNext: (outcome) => {
      const next = queue.shift();
      next?.(outcome);
      return next !== undefined;
    },
  };
}
