/**
 * Ends every test run with one plain line, `tests: N passed, N failed, N skipped`, that people and scripts can read
 * without knowing the test runner's own output. A run that a program listens to sends it the counts instead.
 */
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

export interface TestCounts {
  passed: number;
  failed: number;
  skipped: number;
}

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
    else process.send(counts);
  }
}
