/**
 * The fault planter on a small repository of its own, with the real test runner: a fault that is
 * found, one that survives, and each kind of red that must not pass for a proof.
 */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { chooseRows } from '../../scripts/faults/choose-rows.ts';
import { plantFaults } from '../../scripts/faults/plant-faults.ts';
import { summaryTable } from '../../scripts/faults/summary.ts';
import type { DoneRequirement, Requirement } from '../../spec/requirement.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

const GATE = `export const LIMIT = 3;
export function allowed(count: number): boolean {
  return count <= LIMIT;
}
export function name(): string {
  return 'gate'.toUpperCase();
}
`;

const FILES = {
  'package.json': JSON.stringify({
    exports: {
      './gate': { default: './dist/gate.js' },
      './verifies': { default: './dist/verifies.js' },
    },
  }),
  'src/gate.ts': GATE,
  'src/verifies.ts': `import { test } from 'vitest';
export function verifies(ids: string | string[], name: string, fn: () => void): void {
  test(\`[\${[ids].flat().join(', ')}] \${name}\`, fn);
}
`,
  'src/gate.test.ts': `import { describe, expect } from 'vitest';
import { allowed, name } from './gate.ts';
import { verifies } from './verifies.ts';
describe('gate', () => {
  verifies('T1', 'refuses above the limit', () => expect(allowed(4)).toBe(false));
  verifies(['T2', 'T3'], 'allows below the limit', () => expect(allowed(1)).toBe(true));
  verifies('T4', 'is already red', () => expect(allowed(1)).toBe(false));
  verifies('T8', 'allows the limit', () => expect(allowed(3)).toBe(true));
  verifies('T5', 'has a name', () => expect(name()).toBe('GATE'));
});
`,
  'src/inner.ts': `export * from './gate.ts';
`,
  // From inside, so nobody asks it, although it would find the fault.
  'src/inner.test.ts': `import { expect } from 'vitest';
import { allowed } from './inner.ts';
import { verifies } from './verifies.ts';
verifies('T2', 'refuses above the limit', () => expect(allowed(4)).toBe(false));
`,
  'src/hidden.test.ts': `import { describe } from 'vitest';
import { verifies } from './verifies.ts';
describe.skip('not now', () => verifies('T6', 'never runs', () => {}));
`,
};

const row = (id: string, text: string, replacement: string): DoneRequirement => ({
  id,
  text: 'what',
  source: 'seed',
  status: 'done',
  byHand: { command: 'true', shows: '' },
  fault: { file: 'src/gate.ts', text, replacement, breaks: 'something' },
});

const ALWAYS = ['count <= LIMIT', 'true'] as const;

const ROWS = [
  row('T1', ...ALWAYS),
  row('T2', ...ALWAYS),
  row('T3', 'count <= LIMIT', 'count <= = LIMIT'),
  row('T4', ...ALWAYS),
  row('T5', `'gate'.toUpperCase()`, `unknown.toUpperCase()`),
  row('T6', ...ALWAYS),
  row('T7', ...ALWAYS),
  row('T8', 'LIMIT', '4'),
];

let root = '';

beforeAll(() => {
  root = temporaryFolder('planter-test');
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  symlinkSync(join(import.meta.dirname, '../../node_modules'), join(root, 'node_modules'));
});

test('tells a found fault from a surviving one and from every false red', async () => {
  const progress: string[] = [];
  const outcomes = await plantFaults(root, ROWS, {
    workers: 2,
    timeoutMs: 60_000,
    signal: new AbortController().signal,
    onOutcome: (outcome) => progress.push(outcome.row.id),
  });
  expect(summaryTable(outcomes).split('\n')).toEqual([
    'row  file         verdict',
    'T1   src/gate.ts  found by gate [T1] refuses above the limit',
    'T2   src/gate.ts  SURVIVED: its tests pass with the fault',
    'T3   src/gate.ts  INVALID: with the fault, src/gate.ts does not parse: Unexpected token',
    'T4   src/gate.ts  INVALID: "gate [T4] is already red" fails without the fault: AssertionError: expected true to be false // Object.is equality',
    'T5   src/gate.ts  INVALID: "gate [T5] has a name" crashed instead of failing: ReferenceError: unknown is not defined',
    'T6   src/gate.ts  INVALID: no test that cites the row ran',
    'T7   src/gate.ts  INVALID: no test cites the row',
    'T8   src/gate.ts  INVALID: its text occurs 2 times in src/gate.ts, not once',
  ]);
  expect(progress.toSorted()).toEqual(ROWS.map(({ id }) => id));
  expect(readFileSync(join(root, 'src/gate.ts'), 'utf8')).toBe(GATE);
}, 120_000);

test('a run that does not end is cut off and is no proof', async () => {
  const outcomes = await plantFaults(root, [row('T1', ...ALWAYS)], {
    workers: 1,
    timeoutMs: 1,
    signal: new AbortController().signal,
    onOutcome: () => {},
  });
  expect(outcomes[0]?.verdict).toEqual({
    kind: 'invalid',
    why: 'without the fault, the tests did not end within 0.001 s',
  });
});

test('no row is begun after the time is up', async () => {
  const outcomes = await plantFaults(root, ROWS, {
    workers: 1,
    timeoutMs: 60_000,
    signal: new AbortController().signal,
    beginUntilMs: performance.now(),
    onOutcome: () => {},
  });
  expect(outcomes).toEqual([]);
});

test('rows are chosen by id; an unknown or planned one is refused', () => {
  const planned: Requirement = { id: 'K1', text: 'what', source: 'seed', status: 'planned' };
  const rows = [...ROWS, planned];
  expect(chooseRows(rows, [])).toEqual(ROWS);
  expect(chooseRows(rows, ['T2', 'T1', 'T2']).map(({ id }) => id)).toEqual(['T2', 'T1']);
  expect(() => chooseRows(rows, ['K1'])).toThrow('K1 is planned: it has no fault yet');
  expect(() => chooseRows(rows, ['T99'])).toThrow('T99 is no requirement');
});
