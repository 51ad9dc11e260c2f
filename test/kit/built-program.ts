/**
 * The bundles that the command starts from, built before the first test that starts it: as a user has them, and in a third
 * of the time that the sources take.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Builds them. */
export function setup(): void {
  for (const name of ['hook', 'program']) {
    const script = fileURLToPath(new URL(`../../scripts/build-${name}.ts`, import.meta.url));
    const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`the bundle of the ${name} cannot be built: ${stderr}`);
  }
}
