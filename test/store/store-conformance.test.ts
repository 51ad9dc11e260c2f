import { join } from 'node:path';
import { describe, test } from 'vitest';
import { openSqliteStore, openSqliteStoreHere, type Store } from '../../src/store/index.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { storeConformance } from './store-conformance.ts';

const folder = temporaryFolder('stores');
let files = 0;

const stores: Readonly<Record<string, () => Promise<Store>>> = {
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
