/**
 * The bundles that the command starts from, built before the first test that starts it: as a user has them, and in a third
 * of the time that the sources take.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The repository whose bundles this run has built. The runner calls `setup` for every project, and loads this file anew. */
const MARK = 'TEST_BUILT_PROGRAM';

/** Builds them, once in a run. */
export function setup(): void {
  if (process.env[MARK] === ROOT) return;
  for (const name of ['hook', 'program']) {
    const script = `${ROOT}scripts/build-${name}.ts`;
    const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`the bundle of the ${name} cannot be built: ${stderr}`);
  }
  process.env[MARK] = ROOT;
}
