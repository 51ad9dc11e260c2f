/**
 * A store whose disk fails when it is told to, for proving that nothing passes meanwhile.
 */
import { StoreError, type Store } from '../store/index.ts';

/** How the store fails. */
export type StoreFault =
  /** Nothing is written, and that is said. */
  | 'refuses'
  /** It is written, but the answer is an error: the outcome is unknown. */
  | 'lies';

/** A store and its fault. */
export interface FaultyStore {
  readonly store: Store;
  fault: StoreFault | null;
}

/** A store that works until `fault` is set. Reading fails with it, so that the head stays unknown. */
export function faultyStore(inner: Store): FaultyStore {
  const faulty: { store: Store; fault: StoreFault | null } = { store: inner, fault: null };
  const full = () => new StoreError('STORE_UNAVAILABLE', 'the disk is full (a test says so)');
  faulty.store = new Proxy(inner, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key, target);
      if (typeof member !== 'function') return member;
      const call = member.bind(target) as (...args: unknown[]) => Promise<unknown>;
      return async (...args: unknown[]) => {
        if (faulty.fault === null || key === 'close') return call(...args);
        if (key === 'append' && faulty.fault === 'lies') await call(...args);
        throw full();
      };
    },
  });
  return faulty;
}
