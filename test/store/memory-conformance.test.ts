/** What every store must do, asked of the one in memory; quick, so that mutants of what all stores share are tried on it. */
import { describe, test } from 'vitest';
import { createMemoryStore } from '../../src/store/index.ts';
import { storeConformance } from './store-conformance.ts';

describe('the memory store', () => {
  test.each(storeConformance(async () => createMemoryStore()))('$name', (one) => one.run());
});
