import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, test } from 'vitest';
import {
  createMemoryStore,
  openSqliteStore,
  openSqliteStoreHere,
  type Store,
} from '../../src/store/index.ts';
import { storeConformance } from './store-conformance.ts';

const folder = mkdtempSync(join(tmpdir(), 'tripwire-stores-'));
let files = 0;

afterAll(() => {
  rmSync(folder, { recursive: true });
});

const stores: Readonly<Record<string, () => Promise<Store>>> = {
  memory: async () => createMemoryStore(),
  sqlite: () => {
    files += 1;
    return openSqliteStore({ file: join(folder, `${files}.db`) });
  },
  'sqlite, in the thread that asks': () => {
    files += 1;
    return openSqliteStoreHere({ file: join(folder, `${files}.db`) });
  },
};

describe.each(Object.entries(stores))('the %s store', (_, open) => {
  test.each(storeConformance(open))('$name', (one) => one.run());
});
