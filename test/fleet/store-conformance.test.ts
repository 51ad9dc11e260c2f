/** The store in Postgres does what every store must. */
import { describe, test } from 'vitest';
import { openPostgresStore } from '../../src/store/index.ts';
import { storeConformance } from '../store/store-conformance.ts';
import { newDatabase } from './shared-postgres.ts';

describe('the postgres store', () => {
  const open = async () => openPostgresStore({ url: await newDatabase() });
  test.each(storeConformance(open))('$name', (one) => one.run());
});
