/** What a browser loads before the first page is there: people open it on a phone, over a slow line. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { buildWeb } from '../../scripts/build-web.ts';

const FIRST_LOAD_BYTES_MAX = 300_000;
const built = fileURLToPath(new URL('../../dist/web', import.meta.url));

test('the first load is under 300 kB compressed, whoever builds it', async () => {
  await buildWeb();
  const page = readFileSync(join(built, 'index.html'), 'utf8');
  const named = [...page.matchAll(/(?:src|href)="\/([^"]+)"/g)].map(([, name]) => String(name));
  expect(named.some((name) => name.endsWith('.js'))).toBe(true);
  const sizes = ['index.html', ...named].map((name) => {
    const bytes = readFileSync(join(built, name));
    return gzipSync(bytes).length;
  });
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(FIRST_LOAD_BYTES_MAX);
  // React's build for developers is larger, slower and tells more than it should.
  const react = named.find((name) => name.includes('/react-')) ?? '';
  expect(readFileSync(join(built, react), 'utf8')).not.toContain('captureOwnerStack');
});
