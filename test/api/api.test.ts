import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { exportedNames, publicEntries, surfaceText } from './public-surface.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const snapshotFile = fileURLToPath(new URL('api.txt', import.meta.url));

const remedy =
  'The public exports changed. Adding or removing one is a promise to users: ' +
  'if it is meant, run "npm run update-api", commit test/api/api.txt and note it in CHANGELOG.md.';

describe('the public surface', () => {
  test('is the one in api.txt', () => {
    const current = surfaceText(root);
    if (process.env['TRIPWIRE_UPDATE_API'] === '1') writeFileSync(snapshotFile, current);
    expect(current, remedy).toBe(readFileSync(snapshotFile, 'utf8'));
  });

  test.each(publicEntries(root))('$specifier delivers what it names', async ({ source }) => {
    const loaded: unknown = await import(`${root}/${source}`);
    expect(Object.keys(loaded as object).toSorted()).toEqual(exportedNames(root, source).values);
  });
});
