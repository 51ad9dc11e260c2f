/**
 * The bundles that the command and the programs of tests start from, built before the first test that starts it: as a user has them, and in a third
 * of the time that the sources take.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isBuilt, markBuilt } from './test-programs.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Builds them, once in a run: the runner calls `setup` for every project, and loads this file anew. */
export function setup(): void {
  if (isBuilt()) return;
  for (const name of ['hook', 'program', 'test-programs']) {
    const script = `${ROOT}scripts/build-${name}.ts`;
    const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`the bundle ${name} cannot be built: ${stderr}`);
  }
  markBuilt();
}
