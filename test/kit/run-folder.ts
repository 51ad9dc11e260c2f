/**
 * One temporary folder for a whole run of tests, removed when the run ends: whatever a test, or a program that it
 * started, leaves in the machine's temporary folder is in it. A process that is left there fails the run.
 *
 * The runner calls `setup` for every project of a run; the first one makes the folder, and its teardown comes last.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { processesIn, type LeftProcess } from './left-processes.ts';

/** Set while a run has its folder. A run inside a run, as the planter of faults starts them, shares the outer one. */
const MARK = 'TEST_RUN_FOLDER';

/** What Tripwire keeps in a project that it watches over, which this repository is not for its tests. */
const PROJECT_FILES = join(import.meta.dirname, '../../.geometry');

/** What was told to end has ended by then. */
const ENDING_MS = 15_000;
const WORDS_SHOWN = 300;

/** The folder of this run; null before it is made, as in what a project sets up before its first file. */
export function runFolder(): string | null {
  return process.env[MARK] ?? null;
}

/** Makes the folder and points the machine's temporary folder at it; returns what removes it again. */
export function setup(): (() => Promise<void>) | undefined {
  if (process.env[MARK] !== undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'tripwire-run-'));
  const hadProject = existsSync(PROJECT_FILES);
  const before = process.env['TMPDIR'];
  process.env[MARK] = folder;
  process.env['TMPDIR'] = folder;
  // The command is started hundreds of times; what Node made of its source the first time serves all others.
  process.env['NODE_COMPILE_CACHE'] ??= join(folder, 'compile-cache');
  return async () => {
    const left = await endedProcesses(folder);
    delete process.env[MARK];
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    if (!hadProject && existsSync(PROJECT_FILES)) {
      throw new Error(`a test ran tripwire in this repository itself: it left ${PROJECT_FILES}`);
    }
    if (left.length > 0) {
      const lines = left.map(({ pid, words }) => `${pid}: ${words.slice(0, WORDS_SHOWN)}`);
      throw new Error(`tests left processes behind, which are ended now:\n${lines.join('\n')}`);
    }
  };
}

/** Those that do not end by themselves, after they were ended. */
async function endedProcesses(folder: string): Promise<readonly LeftProcess[]> {
  const until = performance.now() + ENDING_MS;
  let left = processesIn(folder);
  while (left.length > 0 && performance.now() < until) {
    await delay(100);
    left = processesIn(folder);
  }
  for (const { pid } of left) process.kill(pid, 'SIGKILL');
  return left;
}
