import { expect, test } from 'vitest';
import type { SerializedError, TestModule } from 'vitest/node';
import { countTests, summaryLine } from './plain-summary-reporter.ts';

/** A module of the test runner, reduced to what the counting reads. */
function fakeModule(states: readonly string[], ok = !states.includes('failed')): TestModule {
  const tests = states.map((state) => ({ result: () => ({ state }) }));
  return { children: { allTests: () => tests.values() }, ok: () => ok } as unknown as TestModule;
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
