/**
 * `npm test`: everything that a change can break, in three parts that run side by side: the check of the source, the tests
 * that keep a processor busy, and the tests that wait for commands, databases and pages most of the time.
 *
 * One after the other, the processors would stand idle while a browser is installed or a command starts, and be too few
 * afterwards. With words behind it (`npm test -- test/proxy`) it runs those files only, beside the check.
 */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { longFormFiles } from '../test/long-forms.ts';
import { summaryLine, type TestCounts, type TestResults } from '../test/plain-summary-reporter.ts';
import { TEST_PROJECTS } from '../test/projects.ts';

const ROOT = join(import.meta.dirname, '..');
const CHECK = ['scripts/check.ts'];
const VITEST = ['node_modules/vitest/vitest.mjs', 'run'];
/** So many run at once for each core of what waits most of the time. */
const WAITING_PER_CORE = 2;

interface Ended {
  readonly code: number;
  /** What its reporter found; null when it ended before it had found anything. */
  readonly results: TestResults | null;
}

/** Shows what a part says line by line, so that the lines of several stay whole. */
function show(from: Readable, to: NodeJS.WriteStream): void {
  createInterface({ input: from, crlfDelay: Infinity }).on('line', (line) => to.write(`${line}\n`));
}

/** Runs a part to its end. A test run sends what it found to whoever started it. */
function run(args: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const env = process.stdout.isTTY ? { FORCE_COLOR: '1', ...process.env } : process.env;
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    let results: TestResults | null = null;
    child.on('message', (message) => {
      results = message as TestResults;
    });
    if (child.stdout !== null) show(child.stdout, process.stdout);
    if (child.stderr !== null) show(child.stderr, process.stderr);
    child.on('error', (error) => {
      process.stderr.write(`npm test: ${error.message}\n`);
      resolve({ code: 1, results });
    });
    child.on('close', (code) => resolve({ code: code ?? 1, results }));
  });
}

/** The test runs: one for what was asked for, or one for each kind of project. */
function testRuns(asked: readonly string[]): readonly (readonly string[])[] {
  if (asked.length > 0) return [[...VITEST, ...asked]];
  const cores = availableParallelism();
  return [false, true].map((waits) => [
    ...VITEST,
    ...TEST_PROJECTS.filter((project) => project.waits === waits).flatMap(({ name }) => [
      '--project',
      name,
    ]),
    '--maxWorkers',
    String(waits ? WAITING_PER_CORE * cores : cores),
  ]);
}

/** A run that ended before it had counted, or was not content with what it counted, is a failure of its own. */
function countsOf({ code, results }: Ended): TestCounts {
  if (results === null) return { passed: 0, failed: 1, skipped: 0 };
  const { counts } = results;
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

const checked = run(CHECK);
const tested = await Promise.all(testRuns(process.argv.slice(2)).map(run));
const { code } = await checked;
const total = { passed: 0, failed: 0, skipped: 0 };
for (const counts of tested.map(countsOf)) {
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
}
for (const failure of tested.flatMap(({ results }) => results?.failures ?? []))
  process.stdout.write(`npm test: failed: ${failure}\n\n`);
if (code !== 0) process.stdout.write('npm test: the check of the source failed; see above\n');
const sampled = longFormFiles(ROOT).length;
process.stdout.write(
  `npm test: of ${sampled} files a sample; all of them: npm run test:long-forms\n`,
);
process.stdout.write(`${summaryLine(total)}\n`);
process.exitCode = code === 0 && total.failed === 0 ? 0 : 1;
