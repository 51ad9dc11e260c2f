/**
 * The version of this package, from its own package.json.
 *
 * The file is looked for upwards: from source, compiled and in the hook's bundle this module is at different depths.
 */
import { existsSync, readFileSync } from 'node:fs';

/** Such as 0.1.0. */
export function packageVersion(): string {
  let folder = new URL('.', import.meta.url);
  for (;;) {
    const file = new URL('package.json', folder);
    if (existsSync(file)) {
      return (JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }).version;
    }
    const above = new URL('..', folder);
    if (above.href === folder.href) throw new Error('the package.json of Tripwire is missing');
    folder = above;
  }
}
