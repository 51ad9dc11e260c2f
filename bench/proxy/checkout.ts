/** Modules of this checkout, or of another one that is named: so two versions can be measured in turns. */
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What imports a file of `src` of the checkout in a folder; of this one when none is named. */
export function importerOf(checkout = join(import.meta.dirname, '../..')) {
  return (file: string) =>
    import(pathToFileURL(resolve(checkout, 'src', file)).href) as Promise<unknown>;
}
