/**
 * What one run of the test runner showed, read from its JSON report.
 * An exit code cannot tell a failed assertion from a file that did not even load, and only the
 * first says anything about a requirement.
 */

export interface TestFailure {
  readonly name: string;
  readonly messages: readonly string[];
}

export type TestRun =
  | { readonly kind: 'hung'; readonly afterMs: number }
  | { readonly kind: 'no-report'; readonly output: string }
  | {
      readonly kind: 'ran';
      readonly passed: readonly string[];
      readonly failed: readonly TestFailure[];
      /** What the runner said about files that did not load. */
      readonly brokenFiles: readonly string[];
    };

/** The parts of the runner's JSON report that are read here. */
interface JsonReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
}

export function parseTestRun(json: string): TestRun {
  const report = JSON.parse(json) as JsonReport;
  const tests = report.testResults.flatMap((file) => file.assertionResults);
  const failed = tests
    .filter((test) => test.status === 'failed')
    .map((test) => ({ name: test.fullName, messages: test.failureMessages ?? [] }));
  const brokenFiles = report.testResults
    .filter((file) => file.status === 'failed' && hasNoFailedTest(file.assertionResults))
    .map((file) => file.message || `${file.name} failed outside its tests`);
  const passed = tests.filter((test) => test.status === 'passed').map((test) => test.fullName);
  return { kind: 'ran', passed, failed, brokenFiles };
}

function hasNoFailedTest(tests: readonly { readonly status: string }[]): boolean {
  return tests.every((test) => test.status !== 'failed');
}
