import { expect, test } from 'vitest';
import type { SerializedError, TestModule } from 'vitest/node';
import { countTests, failuresOf, summaryLine } from './plain-summary-reporter.ts';

/** A module of the test runner, reduced to what the counting reads. */
function fakeModule(states: readonly string[], ok = !states.includes('failed')): TestModule {
  const errors = [{ message: 'expected 1 to be 2', diff: '- 2\n+ 1' }];
  const tests = states.map((state) => ({
    fullName: `a test that is ${state}`,
    result: () => ({ state, errors: state === 'failed' ? errors : undefined }),
  }));
  return {
    relativeModuleId: 'test/some.test.ts',
    children: { allTests: () => tests.values() },
    errors: () => (ok || states.includes('failed') ? [] : [{ message: 'cannot be loaded' }]),
    ok: () => ok,
  } as unknown as TestModule;
}

const noErrors: SerializedError[] = [];

test('the line has the shape that scripts read', () => {
  const modules = [fakeModule(['passed', 'failed', 'skipped', 'passed']), fakeModule(['passed'])];
  expect(summaryLine(countTests(modules, noErrors))).toBe('tests: 3 passed, 1 failed, 1 skipped');
});

test('a test that never ended has failed', () => {
  expect(countTests([fakeModule(['pending'])], noErrors).failed).toBe(1);
});

test('a file that could not be loaded is one failure', () => {
  expect(countTests([fakeModule([], false)], noErrors).failed).toBe(1);
  expect(countTests([fakeModule(['failed'], false)], noErrors).failed).toBe(1);
});

test('an error outside any test is one failure', () => {
  const error: SerializedError = { message: 'unhandled' };
  expect(countTests([fakeModule(['passed'])], [error])).toEqual({
    passed: 1,
    failed: 1,
    skipped: 0,
  });
});

test('what failed is told with its place, its name and the error', () => {
  const modules = [fakeModule(['passed', 'failed', 'pending']), fakeModule([], false)];
  expect(failuresOf(modules, [{ message: 'unhandled' }])).toEqual([
    'test/some.test.ts > a test that is failed\nexpected 1 to be 2\n- 2\n+ 1',
    'test/some.test.ts > a test that is pending\nit never ended',
    'test/some.test.ts\ncannot be loaded',
    'outside any test\nunhandled',
  ]);
});
