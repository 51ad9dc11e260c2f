/**
 * Whether a planted fault was found, judged from a run without it and a run with it.
 * Only a test that passes without the fault and fails by an assertion with it is a proof; every
 * other kind of red means that the fault or the test needs repair, and says which.
 */
import { stripVTControlCharacters } from 'node:util';
import type { TestFailure, TestRun } from './test-run.ts';

export type Verdict =
  | { readonly kind: 'found'; readonly by: string; readonly others: number }
  | { readonly kind: 'survived' }
  | { readonly kind: 'invalid'; readonly why: string };

/** Failures that show a program which crashed or stood still, not one that answered wrongly. */
const CRASH = /^(?:SyntaxError|ReferenceError|TypeError)\b|^Error: (?:Test|Hook) timed out/;

/** The fault can only be judged by tests that pass without it. */
export function baselineProblem(run: TestRun): string | undefined {
  if (run.kind !== 'ran') return `without the fault, ${stoppedBecause(run)}`;
  const broken = run.brokenFiles[0];
  if (broken !== undefined) return `without the fault, a test file fails: ${firstLine(broken)}`;
  const failure = run.failed[0];
  if (failure !== undefined)
    return `"${failure.name}" fails without the fault: ${firstLine(failure.messages[0])}`;
  return run.passed.length === 0 ? 'no test that cites the row ran' : undefined;
}

export function judge(run: TestRun): Verdict {
  if (run.kind !== 'ran') return invalid(`with the fault, ${stoppedBecause(run)}`);
  const proofs = run.failed.filter(isAssertion);
  const proof = proofs[0];
  if (proof !== undefined) return { kind: 'found', by: proof.name, others: proofs.length - 1 };
  const crash = run.failed[0];
  if (crash !== undefined) {
    return invalid(`"${crash.name}" crashed instead of failing: ${firstLine(crash.messages[0])}`);
  }
  const broken = run.brokenFiles[0];
  if (broken !== undefined) return invalid(`a test file did not load: ${firstLine(broken)}`);
  if (run.passed.length === 0) return invalid('with the fault, no test ran');
  return { kind: 'survived' };
}

export function invalid(why: string): Verdict {
  return { kind: 'invalid', why };
}

function isAssertion(failure: TestFailure): boolean {
  return failure.messages.some((message) => !CRASH.test(message));
}

function stoppedBecause(run: Exclude<TestRun, { kind: 'ran' }>): string {
  return run.kind === 'hung'
    ? `the tests did not end within ${run.afterMs / 1000} s`
    : `the test runner gave no report: ${firstLine(run.output)}`;
}

function firstLine(text = ''): string {
  // The runner colours its messages even in files.
  const lines = stripVTControlCharacters(text).split('\n');
  return lines.find((line) => line.trim() !== '')?.trim() ?? '(nothing)';
}
