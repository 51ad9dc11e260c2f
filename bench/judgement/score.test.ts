/** Verdicts and scores on runs whose figures can be counted by hand. */
import { describe, expect, test } from 'vitest';
import type { CorpusRun } from '../../src/transcripts/index.ts';
import type { Detector } from './detectors.ts';
import { judgeRun } from './judge-run.ts';
import { markdownReport } from './markdown-report.ts';
import { mistakesOf } from './mistakes.ts';
import { call, says } from './peers/make-thread.ts';
import { runSets } from './run-sets.ts';
import { scoreOf } from './score.ts';
import { standingOf } from './standing.ts';

const ls = call('bash', { command: 'ls' });

/** Fires at the event of this index of every thread that is long enough. */
function firesAt(index: number): Detector {
  return {
    name: `at ${index}`,
    family: 'peer',
    rule: 'for the test',
    firedAt: ({ events }) => (index < events.length ? index : null),
  };
}

function run(length: number, more: Partial<CorpusRun> = {}): CorpusRun {
  return {
    id: `run of ${length}`,
    expect: 'stuck',
    loopStart: null,
    caseClass: null,
    source: { file: 'set.jsonl', line: 1 },
    threads: [
      {
        id: 'thread',
        events: Array.from({ length }, () => ls),
        origins: Array.from({ length }, (_, index) => index),
      },
    ],
    ...more,
  };
}

describe('judgeRun', () => {
  test('counts calls from the first of the loop to the one stopped at, both included', () => {
    expect(judgeRun(run(10, { loopStart: 3 }), firesAt(5))).toMatchObject({ firedAt: 5, delay: 3 });
  });

  test('a stop before the loop is on time', () => {
    expect(judgeRun(run(10, { loopStart: 6 }), firesAt(5)).delay).toBe(0);
  });

  test('reports the index in the run of the thread that was stopped first', () => {
    const threads = [
      { id: 'a', events: [ls, ls, ls], origins: [0, 4, 5] },
      { id: 'b', events: [ls, ls], origins: [1, 2] },
    ];
    expect(judgeRun(run(0, { threads }), firesAt(1)).firedAt).toBe(2);
  });

  test('counts answers where there are no calls', () => {
    const threads = [{ id: 'a', events: [says('x'), says('x')], origins: [0, 1] }];
    expect(judgeRun(run(0, { threads, loopStart: 0 }), firesAt(1)).delay).toBe(2);
  });
});

describe('scoreOf', () => {
  test('counts what was caught, how soon, and what was wrongly stopped', () => {
    const runs = [
      ...[0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((loopStart) => run(10, { loopStart })),
      run(3),
      run(10, { expect: 'not_stuck' }),
      run(3, { expect: 'not_stuck' }),
    ];
    expect(scoreOf(runs.map((one) => judgeRun(one, firesAt(8))))).toEqual({
      stuck: 11,
      caught: 10,
      early: 1,
      delays: { median: 4, p90: 8, worst: 9 },
      healthy: 2,
      wrongStops: 1,
    });
  });
});

describe('standingOf', () => {
  const stuck = Array.from({ length: 10 }, (_, n) => run(n + 1));
  const debatable = Array.from({ length: 10 }, () => run(1, { caseClass: 'threshold' }));
  const few = run(1, { source: { file: 'few.jsonl', line: 1 } });
  const sets = runSets([...stuck, ...debatable, few]);

  test('sets are files, with the debatable cases apart', () => {
    expect(sets.map(({ name, decides }) => [name, decides])).toEqual([
      ['set', true],
      ['set (debatable)', false],
      ['few', true],
    ]);
  });

  test('means leave out debatable cases and sets that say too little', () => {
    const standing = standingOf(firesAt(5), sets);
    expect(standing).toMatchObject({ recall: 0.5, wrongStops: null });
    expect(standing.overall).toMatchObject({ stuck: 11, caught: 5 });
  });

  test('the report and the list of mistakes name what was missed', () => {
    const standing = standingOf(firesAt(5), sets);
    expect(markdownReport(sets, [standing])).toContain('| at 5 | 50.0 % | 5 of 11 |');
    expect(mistakesOf(standing)).toContain('missed          run of 5  set.jsonl:1');
  });
});
