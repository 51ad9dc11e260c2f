/**
 * The requirements and the tests of this repository agree.
 * A row is called done only when a test cites it and a planted fault is there to keep that test
 * honest; whoever changes one side meets this test.
 */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findCitations } from '../../spec/citations.ts';
import { coverageProblems } from '../../spec/coverage-problems.ts';
import { idRanges } from '../../spec/id-ranges.ts';
import { outsideTests, readIfPresent, readTestFiles } from '../../spec/repository.ts';
import { REQUIREMENTS } from '../../spec/requirements.ts';
import { specificationProblems } from '../../spec/specification-problems.ts';

const ROOT = join(import.meta.dirname, '../..');

// Present where the project's documents are checked out beside the repository, absent elsewhere.
const SPECIFICATION = readIfPresent(join(ROOT, '../shared/SPEC.md'));

const idsWith = (status: 'done' | 'planned'): string[] =>
  REQUIREMENTS.filter((row) => row.status === status).map((row) => row.id);

test('every done row is cited by a test from outside, and every citation has a row', () => {
  const found = findCitations(readTestFiles(ROOT));
  const read = (path: string) => readIfPresent(join(ROOT, path));
  const problems = coverageProblems(REQUIREMENTS, found, read, outsideTests(ROOT));
  expect(problems).toEqual([]);
});

test.skipIf(SPECIFICATION === undefined)('the rows are those of the specification', () => {
  expect(specificationProblems(REQUIREMENTS, SPECIFICATION ?? '')).toEqual([]);
});

const summary = `proven: ${idRanges(idsWith('done'))}; planned: ${idRanges(idsWith('planned'))}`;

// The summary is the test's name and is printed, so that every run shows how far the proof reaches.
test(summary, () => {
  console.info(summary);
  expect(idRanges(REQUIREMENTS.map((row) => row.id))).toBe(
    'T1–T12, K1–K13, L1–L15, G1–G15, A1–A15, X1–X20',
  );
});
