/**
 * Ends every test run with one plain line, `tests: N passed, N failed, N skipped`, that people and scripts can read
 * without knowing the test runner's own output, and before it what failed: of a long run, often only the end is kept.
 * A run that a program listens to sends it both instead.
 */
import type { TestError } from 'vitest';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

export interface TestCounts {
  passed: number;
  failed: number;
  skipped: number;
}

/** What a run found. */
export interface TestResults {
  readonly counts: TestCounts;
  /** What failed: where it stands, its name, and the error. */
  readonly failures: readonly string[];
}

/** So many characters of an error are shown at the end of the run; the run itself has shown all of it. */
const ERROR_CHARS_MAX = 3000;

/**
 * Counts a run. A file that could not be loaded and an error outside any test have no test case to fail, so each
 * counts as one failure: a run must never look green because its tests did not start.
 */
export function countTests(
  modules: ReadonlyArray<TestModule>,
  unhandledErrors: ReadonlyArray<SerializedError>,
): TestCounts {
  const counts: TestCounts = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
  for (const module of modules) {
    let failedHere = 0;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state === 'passed') counts.passed += 1;
      else if (state === 'skipped') counts.skipped += 1;
      else failedHere += 1;
    }
    if (failedHere === 0 && !module.ok()) failedHere = 1;
    counts.failed += failedHere;
  }
  return counts;
}

function errorText({ message, diff, stacks }: SerializedError & Partial<TestError>): string {
  const at = stacks?.[0];
  const place = at === undefined ? '' : `\n  at ${at.file}:${at.line}`;
  return `${message}${diff === undefined ? '' : `\n${diff}`}`.slice(0, ERROR_CHARS_MAX) + place;
}

/** What failed, each with its errors. */
export function failuresOf(
  modules: ReadonlyArray<TestModule>,
  unhandledErrors: ReadonlyArray<SerializedError>,
): string[] {
  const failures: string[] = [];
  for (const module of modules) {
    for (const error of module.errors())
      failures.push(`${module.relativeModuleId}\n${errorText(error)}`);
    for (const test of module.children.allTests()) {
      const { state, errors } = test.result();
      if (state === 'passed' || state === 'skipped') continue;
      const told = errors === undefined ? 'it never ended' : errors.map(errorText).join('\n');
      failures.push(`${module.relativeModuleId} > ${test.fullName}\n${told}`);
    }
  }
  for (const error of unhandledErrors) failures.push(`outside any test\n${errorText(error)}`);
  return failures;
}

export function summaryLine({ passed, failed, skipped }: TestCounts): string {
  return `tests: ${passed} passed, ${failed} failed, ${skipped} skipped`;
}

export class PlainSummaryReporter implements Reporter {
  onTestRunEnd(
    modules: ReadonlyArray<TestModule>,
    unhandledErrors: ReadonlyArray<SerializedError>,
  ): void {
    const counts = countTests(modules, unhandledErrors);
    // `npm test` starts several runs, listens to them, and tells their sum.
    if (process.send === undefined) process.stdout.write(`${summaryLine(counts)}\n`);
    else process.send({ counts, failures: failuresOf(modules, unhandledErrors) });
  }
}
