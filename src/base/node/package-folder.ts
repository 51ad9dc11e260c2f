/**
 * The folder of this package, where its package.json lies, and the version that is written there.
 *
 * It is looked for upwards: from source, compiled and in a bundle this module is at different depths.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Its path. */
export function packageFolder(): string {
  let folder = new URL('.', import.meta.url);
  for (;;) {
    if (existsSync(new URL('package.json', folder))) return fileURLToPath(folder);
    const above = new URL('..', folder);
    if (above.href === folder.href) throw new Error('the package.json of Tripwire is missing');
    folder = above;
  }
}

/** The version of this package, such as 0.1.0. */
export function packageVersion(): string {
  const text = readFileSync(join(packageFolder(), 'package.json'), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}
