/**
 * Every difference between the written specification and the rows is found.
 */
import { expect, test } from 'vitest';
import type { Requirement } from './requirement.ts';
import { specificationProblems, specificationRows } from './specification-problems.ts';

const MARKDOWN = `## T. The core

| id | what |
|---|---|
| T1 | First \`a \\| b\`. |
| T2 | Second. |

| room | what |
|---|---|
| \`src/core\` | not a row |
`;

const row = (id: string, text: string): Requirement => ({
  id,
  text,
  source: 's',
  status: 'planned',
});

test('reads the rows and nothing else', () => {
  expect([...specificationRows(MARKDOWN)]).toEqual([
    ['T1', 'First `a | b`.'],
    ['T2', 'Second.'],
  ]);
});

test('finds nothing when rows and document agree', () => {
  const rows = [row('T1', 'First `a | b`.'), row('T2', 'Second.')];
  expect(specificationProblems(rows, MARKDOWN)).toEqual([]);
});

test('finds a missing row, a different text and an invented row', () => {
  const rows = [row('T1', 'First.'), row('T3', 'Third.')];
  expect(specificationProblems(rows, MARKDOWN)).toEqual([
    'T1: the specification says "First `a | b`."',
    'T2: in the specification, but not among the rows',
    'T3: not in the specification',
  ]);
});

test('does not pass a document without rows', () => {
  expect(specificationProblems([row('T1', 'First.')], '# Moved')).toEqual([
    'the specification has no rows',
  ]);
});
