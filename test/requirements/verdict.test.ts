/**
 * Only a failing assertion counts as finding a fault; every other kind of red is told apart.
 */
import { describe, expect, test } from 'vitest';
import { parseTestRun, type TestRun } from '../../scripts/faults/test-run.ts';
import { baselineProblem, judge } from '../../scripts/faults/verdict.ts';

const NAME = '[T1] refuses';

const ran = (parts: Partial<Extract<TestRun, { kind: 'ran' }>>): TestRun => ({
  kind: 'ran',
  passed: [],
  failed: [],
  brokenFiles: [],
  ...parts,
});

const failing = (...messages: string[]): TestRun => ran({ failed: [{ name: NAME, messages }] });

describe('with the fault', () => {
  test.each([
    'AssertionError: expected 1 to be 2',
    'Error: promise resolved "1" instead of rejecting',
    'Error: Property failed after 1 tests',
    'Error: Snapshot `[T1] refuses 1` mismatched',
  ])('%s finds it', (message) => {
    expect(judge(failing(message))).toEqual({ kind: 'found', by: NAME, others: 0 });
  });

  test.each([
    "TypeError: Cannot read properties of undefined (reading 'x')",
    'ReferenceError: limit is not defined',
    'Error: Test timed out in 50ms.',
  ])('%s is a crash', (message) => {
    const why = `"${NAME}" crashed instead of failing: ${message}`;
    expect(judge(failing(`${message}\n    at gate.ts:1`))).toEqual({ kind: 'invalid', why });
  });

  test('green survives', () => {
    expect(judge(ran({ passed: [NAME] }))).toEqual({ kind: 'survived' });
  });

  test('a file that does not load, no test at all, a hung run and no report are invalid', () => {
    const whys = [
      ran({ brokenFiles: ['\u001B[31mTransform failed\u001B[0m\nmore'] }),
      ran({}),
      { kind: 'hung', afterMs: 2000 },
      { kind: 'no-report', output: '\nnot found\n' },
    ] as const satisfies TestRun[];
    expect(whys.map(judge)).toEqual([
      { kind: 'invalid', why: 'a test file did not load: Transform failed' },
      { kind: 'invalid', why: 'with the fault, no test ran' },
      { kind: 'invalid', why: 'with the fault, the tests did not end within 2 s' },
      { kind: 'invalid', why: 'with the fault, the test runner gave no report: not found' },
    ]);
  });
});

describe('without the fault', () => {
  test('green with at least one test is sound', () => {
    expect(baselineProblem(ran({ passed: [NAME] }))).toBeUndefined();
  });

  test('red, empty or broken is not', () => {
    expect(baselineProblem(failing('AssertionError: no'))).toBe(
      `"${NAME}" fails without the fault: AssertionError: no`,
    );
    expect(baselineProblem(ran({}))).toBe('no test that cites the row ran');
    expect(baselineProblem(ran({ passed: [NAME], brokenFiles: ['x'] }))).toBe(
      'without the fault, a test file fails: x',
    );
  });
});

test('a report is read into passed, failed and broken; skipped tests count for nothing', () => {
  const json = JSON.stringify({
    testResults: [
      {
        name: 'a.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          { fullName: 'a', status: 'passed', failureMessages: [] },
          { fullName: 'b', status: 'failed', failureMessages: ['AssertionError: no'] },
          { fullName: 'c', status: 'skipped' },
        ],
      },
      { name: 'b.test.ts', status: 'failed', message: 'Transform failed', assertionResults: [] },
    ],
  });
  expect(parseTestRun(json)).toEqual({
    kind: 'ran',
    passed: ['a'],
    failed: [{ name: 'b', messages: ['AssertionError: no'] }],
    brokenFiles: ['Transform failed'],
  });
});
