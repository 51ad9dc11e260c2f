/**
 * The version of this package, from its own package.json: the same place from source and compiled.
 */
import { readFileSync } from 'node:fs';

/** Such as 0.1.0. */
export function packageVersion(): string {
  const file = new URL('../../../package.json', import.meta.url);
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string };
  return version;
}
