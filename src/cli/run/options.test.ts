/** The options of a night, and the line that says how it stands. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/kit/temporary-folder.ts';
import { budgetOf, iterationsOf, nameOf, taskOf, untilMsOf } from './options.ts';
import { statusLine } from './status-line.ts';

const NOW_MS = new Date(2026, 1, 28, 22, 30).getTime();

test('a task is a text, or what stands in a file', () => {
  const folder = temporaryFolder('task');
  writeFileSync(join(folder, 'task.md'), '\nBuild it.\n');
  expect(taskOf(join(folder, 'task.md'))).toBe('Build it.');
  expect(taskOf(' Build it. ')).toBe('Build it.');
  expect(taskOf('long '.repeat(2_000))).toHaveLength(9_999);
  expect(() => taskOf('x'.repeat(100_001))).toThrow('the most is 100000');
});

test.each([
  ['07:00', 8.5],
  ['22:31', 1 / 60],
  ['22:30', 24],
  ['8h', 8],
  ['90m', 1.5],
  ['2026-03-01T00:30', 2],
])('--until %s is %d hours ahead', (written, hours) => {
  expect((untilMsOf(written, NOW_MS) - NOW_MS) / 3_600_000).toBeCloseTo(hours);
});

test.each(['24:00', 'soon', '2026-02-28', '8', ''])('--until %j is refused', (written) => {
  expect(() => untilMsOf(written, NOW_MS)).toThrow('--until takes');
});

test('budgets are tokens', () => {
  expect(['120000', '500k', '2M', '1.5m'].map(budgetOf)).toEqual([
    120_000, 500_000, 2_000_000, 1_500_000,
  ]);
  for (const wrong of ['0', '$5', '-1', '5 k', ''])
    expect(() => budgetOf(wrong)).toThrow('--budget');
});

test('turns and names', () => {
  expect(iterationsOf('7')).toBe(7);
  expect(() => iterationsOf('7.5')).toThrow('--max-iterations');
  expect(nameOf('/usr/bin/my agent')).toBe('my_agent');
});

const manifest = {
  iterationCount: 12,
  maxIterations: 100,
  estimatedUsagePct: 61,
  codeModified: true,
  testsRun: false,
  testsPassing: null,
  consecutiveFailures: 1,
};
const night = {
  engine: 'claude',
  tokens: 12_400,
  listCost: { microUsd: 0, unpricedCalls: 3 },
  usdBySession: {},
  budgetTokens: 500_000,
  untilMs: NOW_MS + 3_600_000,
  held: [],
  job: null,
  plan: null,
};

test('the line says turn, context, spend, ladder, dirty bits and time left', () => {
  expect(statusLine(night, { manifest, ladder: null }, NOW_MS)).toBe(
    'claude 12/100 · waits · context 61 % · 12k/500k tokens · no loop · 1 failure · untested · 1 h 0 min left',
  );
  const held = { ...night, held: ['pause'], untilMs: null, budgetTokens: null, tokens: 7 };
  const tested = { ...manifest, testsRun: true, testsPassing: true, consecutiveFailures: 0 };
  const ladder = { level: 'HARD_LOOP', signature: 'x', count: 5 } as const;
  const paid = { ...held, usdBySession: { s1: 0.25, s2: 1 } };
  expect(statusLine(paid, { manifest: tested, ladder }, NOW_MS)).toBe(
    'claude 12/100 · HELD by pause · context 61 % · 7 tokens · $1.25 · HARD_LOOP 5 · 0 failures · tested',
  );
  const priced = { ...paid, listCost: { microUsd: 1_310_000, unpricedCalls: 0 } };
  expect(statusLine(priced, { manifest, ladder }, NOW_MS)).toContain(' · $1.31 · ');
});
