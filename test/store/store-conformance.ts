/**
 * One suite for every store: whoever writes another runs the same cases.
 *
 * It brings no test runner; each case is a name and a function that throws.
 */
import type { Store } from '../../src/store/store.ts';
import { journalCases } from './conformance-journal.ts';
import { tableCases } from './conformance-tables.ts';

/** One case. */
export interface StoreCase {
  readonly name: string;
  run(): Promise<void>;
}

/** The cases, each on a store of its own that `open` makes. */
export function storeConformance(open: () => Promise<Store>): readonly StoreCase[] {
  const cases = { ...journalCases, ...tableCases };
  return Object.entries(cases).map(([name, check]) => ({
    name,
    run: async () => {
      const store = await open();
      try {
        await check(store);
      } finally {
        await store.close();
      }
    },
  }));
}
