/**
 * Whether hooks start from the sources: a checkout whose bundle is missing, or older than what it was made from.
 *
 * `bin/tripwire` asks the same before each hook; here a person hears of it once.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Whether they do, in the installation at `root`. */
export function runsSources(root: string): boolean {
  const source = statSync(join(root, 'src/cli/main.ts'), { throwIfNoEntry: false });
  if (source === undefined) return false;
  const bundle = statSync(join(root, 'dist/hook/main.cjs'), { throwIfNoEntry: false });
  if (bundle === undefined) return true;
  return readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .some(({ parentPath, name }) => statSync(join(parentPath, name)).mtimeMs > bundle.mtimeMs);
}
