/**
 * Each way in which rows and tests can drift apart is found, on made-up rows.
 */
import { describe, expect, test } from 'vitest';
import type { FoundCitations } from './citations.ts';
import { coverageProblems, occurrences, type IsOutside } from './coverage-problems.ts';
import type { PlantedFault, Requirement } from './requirement.ts';

const FAULT: PlantedFault = {
  file: 'src/gate.ts',
  text: 'tokens > limit',
  replacement: 'tokens >= limit',
  breaks: 'the limit itself is refused',
};

const done = (id: string, fault = FAULT): Requirement => ({
  id,
  text: 'what',
  source: 'seed',
  status: 'done',
  byHand: { command: 'true', shows: '' },
  fault,
});

const planned = (id: string): Requirement => ({
  id,
  text: 'what',
  source: 'seed',
  status: 'planned',
});

const cites = (...ids: string[]): FoundCitations => ({
  citations: [{ file: 'src/gate.test.ts', line: 7, ids }],
  unreadable: [],
});

const readFile = (path: string): string | undefined =>
  path === 'src/gate.ts' ? 'if (tokens > limit) refuse();' : undefined;

const problems = (
  rows: readonly Requirement[],
  found = cites('T1'),
  isOutside: IsOutside = () => true,
): string[] => coverageProblems(rows, found, readFile, isOutside);

describe('nothing is found', () => {
  test('for a done row that is cited and has a fault that fits', () => {
    expect(problems([done('T1'), planned('T2')])).toEqual([]);
  });

  test('for a planned row that is cited already', () => {
    expect(problems([planned('T1')])).toEqual([]);
  });
});

describe('a problem is found', () => {
  test('for a done row without a citing test', () => {
    expect(problems([done('T1'), done('T2')])).toEqual(['T2: done, but no test cites it']);
  });

  test('for a done row that is cited only from inside', () => {
    expect(problems([done('T1')], cites('T1'), () => false)).toEqual([
      'T1: done, but no test that cites it enters where a user enters: src/gate.test.ts',
    ]);
  });

  test('for a citation of an unknown row', () => {
    expect(problems([done('T1')], cites('T1', 'T9'))).toEqual([
      'T9: cited in src/gate.test.ts:7, but no row has this id',
    ]);
  });

  test('for a citation that cannot be read', () => {
    const found = { ...cites('T1'), unreadable: [{ file: 'src/b.test.ts', line: 3 }] };
    expect(problems([done('T1')], found)).toEqual([
      'src/b.test.ts:3: write the ids of verifies(…) as plain strings',
    ]);
  });

  test('for two rows with one id', () => {
    expect(problems([done('T1'), planned('T1')])).toEqual(['T1: two rows have this id']);
  });

  test('for a fault whose text is not there', () => {
    expect(problems([done('T1', { ...FAULT, text: 'tokens < limit' })])).toEqual([
      'T1: the text of its fault occurs 0 times in src/gate.ts, not once',
    ]);
  });

  test('for a fault whose text is there twice', () => {
    expect(problems([done('T1', { ...FAULT, text: 'i' })])).toEqual([
      'T1: the text of its fault occurs 3 times in src/gate.ts, not once',
    ]);
  });

  test('for a fault with an empty text', () => {
    expect(problems([done('T1', { ...FAULT, text: '' })])).toEqual([
      'T1: the text of its fault occurs 0 times in src/gate.ts, not once',
    ]);
  });

  test('for a fault in a file that does not exist', () => {
    expect(problems([done('T1', { ...FAULT, file: 'src/gone.ts' })])).toEqual([
      'T1: its fault is in src/gone.ts, which does not exist',
    ]);
  });

  test('for a fault that changes nothing', () => {
    expect(problems([done('T1', { ...FAULT, replacement: FAULT.text })])).toEqual([
      'T1: its fault changes nothing',
    ]);
  });

  test('for a planned row with a fault', () => {
    const row = { ...planned('T1'), fault: FAULT } as unknown as Requirement;
    expect(problems([row])).toEqual(['T1: planned, but has a fault; is it done?']);
  });

  test('for a done row without a fault', () => {
    const row = { ...planned('T1'), status: 'done' } as unknown as Requirement;
    expect(problems([row])).toEqual(['T1: done, but has no fault']);
  });
});

test('the types refuse a done row without a fault and a planned row with one', () => {
  const base = { id: 'T1', text: 'what', source: 'seed' };
  const byHand = { command: 'true', shows: '' };
  // @ts-expect-error A done row needs a fault.
  const bare: Requirement = { ...base, status: 'done', byHand };
  // @ts-expect-error A done row needs a command that shows it.
  const unseen: Requirement = { ...base, status: 'done', fault: FAULT };
  // @ts-expect-error A planned row has none.
  const early: Requirement = { ...base, status: 'planned', fault: FAULT };
  expect([bare.id, unseen.id, early.id]).toEqual(['T1', 'T1', 'T1']);
});

test('occurrences counts overlapping ones', () => {
  expect(occurrences('aaa', 'aa')).toBe(2);
  expect(occurrences('aaa', 'b')).toBe(0);
});
