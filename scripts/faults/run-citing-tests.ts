/**
 * Runs the tests that cite one row, in a working copy, and reads the runner's report.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { citingPattern } from '../../spec/citing-title.ts';
import { childEnvironment } from './child-environment.ts';
import { parseTestRun, type TestRun } from './test-run.ts';

export interface RunOptions {
  /** After this long the run counts as hung; a fault may well make a loop endless. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

const REPORT = '.fault-report.json';

export async function runCitingTests(
  root: string,
  id: string,
  testFiles: readonly string[],
  options: RunOptions,
): Promise<TestRun> {
  const report = join(root, REPORT);
  // A report left by the run before would speak for a runner that died.
  await rm(report, { force: true });
  const { output, hung } = await runVitest(root, id, testFiles, options);
  if (hung) return { kind: 'hung', afterMs: options.timeoutMs };
  if (!existsSync(report)) return { kind: 'no-report', output };
  return parseTestRun(await readFile(report, 'utf8'));
}

function vitestArguments(id: string, testFiles: readonly string[]): string[] {
  return [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...testFiles,
    `--testNamePattern=${citingPattern(id)}`,
    '--reporter=json',
    `--outputFile=${REPORT}`,
    // node_modules is shared between copies: a cached module could stand in for the faulty one.
    '--no-cache',
    '--no-fsModuleCache',
    '--maxWorkers=1',
  ];
}

function runVitest(
  root: string,
  id: string,
  testFiles: readonly string[],
  { timeoutMs, signal }: RunOptions,
): Promise<{ output: string; hung: boolean }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ output: string; hung: boolean }>();
  if (signal.aborted) return Promise.reject(new Error('stopped'));
  const child = spawn(process.execPath, vitestArguments(id, testFiles), {
    cwd: root,
    env: childEnvironment(root),
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own process group, so that the runner's workers end with it.
    detached: true,
  });
  let output = '';
  let hung = false;
  const collect = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(0, 10_000);
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const stop = (): void => killGroup(child.pid);
  const timer = setTimeout(() => {
    hung = true;
    stop();
  }, timeoutMs);
  signal.addEventListener('abort', stop);
  child.on('error', reject);
  child.on('close', () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    if (signal.aborted) reject(new Error('stopped'));
    else resolve({ output, hung });
  });
  return promise;
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // It may have ended by itself a moment ago.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
