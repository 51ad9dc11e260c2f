/**
 * Programs that tests start as processes of their own, from a bundle: started from the sources each would find, strip and
 * compile hundreds of files, which takes four times as long as all that it is started for.
 */
import { basename, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
/** The repository whose bundles a run has built, for the processes of that run. */
const BUILT = 'TEST_BUILT_PROGRAM';

/** Each by its place; beside them lies what they start by name. */
export const TEST_PROGRAMS = [
  'test/crash/gate-writer.ts',
  'test/crash/journal-writer.ts',
  'test/crash/server-program.ts',
  'test/fleet/node-program.ts',
  'test/loop/hook-program.ts',
  'test/loop/running-worker.ts',
  'test/loop/scripted-worker.ts',
  'test/loop/supervisor-program.ts',
] as const;

/** Where they are. */
export const TEST_PROGRAMS_FOLDER = join(ROOT, 'dist/test-programs');

/** Whether this run has built its bundles. */
export function isBuilt(): boolean {
  return process.env[BUILT] === ROOT;
}

/** From now on they are there, for this run and all that it starts. */
export function markBuilt(): void {
  process.env[BUILT] = ROOT;
}

/** The file that starts a program: the bundle, or the source where nobody has built one. */
export function testProgram(program: (typeof TEST_PROGRAMS)[number]): string {
  const bundle = join(TEST_PROGRAMS_FOLDER, `${basename(program, '.ts')}.js`);
  return isBuilt() ? bundle : join(ROOT, program);
}
