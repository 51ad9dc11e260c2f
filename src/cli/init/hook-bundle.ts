/**
 * Whether hooks start from the sources: a checkout whose bundle is missing, or older than what it was made from.
 *
 * `bin/tripwire` asks the same before each hook; here a person hears of it once.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What the bundle is made from. */
const MADE_FROM = ['src', 'scripts/bundle', 'scripts/build-hook.ts', 'package.json'];

/** Whether they do, in the installation at `root`. */
export function runsSources(root: string): boolean {
  const source = statSync(join(root, 'src/cli/main.ts'), { throwIfNoEntry: false });
  if (source === undefined) return false;
  const bundle = statSync(join(root, 'dist/hook/main.cjs'), { throwIfNoEntry: false });
  if (bundle === undefined) return true;
  return MADE_FROM.flatMap((name) => filesOf(join(root, name))).some(
    (file) => statSync(file).mtimeMs > bundle.mtimeMs,
  );
}

function filesOf(path: string): readonly string[] {
  const there = statSync(path, { throwIfNoEntry: false });
  if (there === undefined) return [];
  if (there.isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}
