/** A stress run from its own format to its outcome. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Detector } from './detectors.ts';
import { stressReport } from './stress-report.ts';
import { stressRuns } from './stress-runs.ts';
import { judgeStress, stressFigures } from './stress-score.ts';

const call = (index: number) => [
  { k: 'asst', t: index * 10, text: '', calls: [{ id: `c${index}`, name: 'ls', args: {} }] },
  { k: 'res', t: index * 10 + 1, results: [{ id: `c${index}`, text: 'a', err: index === 2 }] },
];
const run = (label: string, more: object) => ({
  id: `${label}/0`,
  family: label,
  label,
  class: 'clear',
  threads: [
    {
      agent: 'main',
      events: [{ k: 'user', t: 0, text: 'go' }, ...[1, 2, 3, 4, 5].flatMap(call)],
    },
  ],
  ...more,
});

/** Fires at the event of this index. */
const firesAt = (index: number): Detector => ({
  name: `at ${index}`,
  family: 'ours',
  rule: 'for the test',
  firedAt: () => index,
});

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stress-'));
  const stuck = run('stuck', { loop: { thread: 0, at: 1, unit: 'call' }, limit: 2 });
  const lines = [stuck, run('healthy', {})].map((one) => JSON.stringify(one));
  writeFileSync(join(folder, 'a.jsonl'), `${lines.join('\n')}\n`);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('a stress run', () => {
  test('is read with its calls, errors and the start of its loop', () => {
    const [stuck] = stressRuns(folder);
    expect(stuck?.run.loopStart).toBe(2);
    expect(stuck?.run.threads[0]?.events[2]).toMatchObject({ kind: 'tool', isError: true });
  });

  test('can be changed before it is judged', () => {
    const [stuck] = stressRuns(folder, { withoutFlags: true, times: 4, cutTo: 0 });
    const event = stuck?.run.threads[0]?.events[2];
    expect(event).toMatchObject({ kind: 'tool', result: '', atMs: 84 });
    expect(event).not.toHaveProperty('isError');
  });

  test.each([
    [1, 'early', 'wrong'],
    [2, 'caught', 'wrong'],
    [3, 'caught', 'wrong'],
    [4, 'late', 'wrong'],
  ])('stopped at event %d is %s, a healthy one %s', (index, stuck, healthy) => {
    const outcomes = stressRuns(folder).map((one) => judgeStress(one, firesAt(index)).outcome);
    expect(outcomes).toEqual([stuck, healthy]);
  });

  test('is counted and reported', () => {
    const verdicts = stressRuns(folder).map((one) => judgeStress(one, firesAt(4)));
    expect(stressFigures('all', verdicts)).toMatchObject({
      stuck: 1,
      caught: 1,
      inTime: 0,
      wrong: 1,
    });
    expect(stressReport(stressRuns(folder), [firesAt(4)])).toContain('1 of 1');
  });
});
