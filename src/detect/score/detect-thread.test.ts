/** The judge on the shapes of failure and of healthy repetition, through the public entry. */
import { describe, expect, test } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import {
  DEFAULT_OPTIONS,
  detectLiterally,
  detectThread,
  digestEvent,
  initialJudge,
  judgeEvent,
  type ToolEvent,
  type TranscriptEvent,
} from '../index.ts';

const call = (tool: string, args: unknown, result: string, more: Partial<ToolEvent> = {}) =>
  ({ kind: 'tool', tool, args, result, ...more }) as const satisfies ToolEvent;
const failing = (tool: string, args: unknown, error: string, atMs?: number) =>
  call(tool, args, '', { error, ...(atMs === undefined ? {} : { atMs }) });
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const judge = (events: readonly TranscriptEvent[]) => detectThread({ id: 't', events });

describe('what is stopped', () => {
  verifies(
    'X1',
    'the fifth identical call with nothing gained, after a warning at the third',
    () => {
      const found = judge(times(6, () => call('lookup', { key: 'a' }, 'a=1')));
      expect(found).toMatchObject({ firedAt: 4, warnedAt: 2, rule: 'no-progress' });
      expect(found.reason).toBe(
        'Called `lookup` 5 times and got the same result each time. (no-progress: score 10.4, limit 10; last: lookup, the same call again, with nothing new in the result (+2.6))',
      );
      expect(
        found.stretch.fedBy.map(({ index, what, why, weight }) => [index, what, why, weight]),
      ).toEqual([
        [1, 'lookup', 'repeat', 2.6],
        [2, 'lookup', 'repeat', 2.6],
        [3, 'lookup', 'repeat', 2.6],
        [4, 'lookup', 'repeat', 2.6],
      ]);
    },
  );

  verifies('X1', 'a cycle of any period', () => {
    for (const period of [2, 3, 5, 7, 12]) {
      const events = times(period * 4, (i) =>
        call('read', { p: i % period }, `text ${i % period}`),
      );
      expect(judge(events).firedAt, `period ${period}`).toBe(period + 3);
    }
  });

  verifies('X1', 'the same call whose error carries a counter that moves', () => {
    const events = times(6, (i) =>
      failing('bash', { command: 'javac A' }, `bash: line ${i}: javac: command not found`),
    );
    expect(judge(events).firedAt).toBe(4);
  });

  verifies('X1', 'other arguments, same error', () => {
    const events = times(9, (i) => failing('send', { to: `u${i}` }, 'no route'));
    expect(judge(events).firedAt).toBe(7);
  });

  verifies('X1', 'the same words in another order', () => {
    const words = [
      'votes answers',
      'answers votes',
      'votes  answers',
      'answers, votes',
      '"votes" answers',
    ];
    const events = words.map((query) =>
      call('search', { query: `site ${query} forum` }, 'no results'),
    );
    expect(judge(events).firedAt).toBe(4);
  });

  verifies('X1', 'a login loop whose token is new each time', () => {
    const events = times(8, (i) => [
      call('navigate', { url: `https://x.test/login?state=a9f3k${i}c7d1e8` }, 'page loaded'),
      failing('check_callback', {}, 'state mismatch'),
    ]).flat();
    expect(judge(events).firedAt).not.toBeNull();
  });

  verifies('X1', 'the same answer again and again, by both detectors, without any tool', () => {
    const events: TranscriptEvent[] = times(6, () => [
      { kind: 'prompt' as const, text: 'Are you done?' },
      { kind: 'response' as const, text: 'The work is complete.' },
    ]).flat();
    expect(judge(events)).toMatchObject({ firedAt: 9, rule: 'monologue' });
    expect(detectLiterally({ id: 't', events }).firedAt).toBe(9);
  });

  verifies('X1', 'guards: chant, spawns, stubborn failure, stalled check, compaction loop', () => {
    const chant = { kind: 'response', text: `Done. ${'court '.repeat(300)}` } as const;
    expect(judge([chant]).rule).toBe('chant');
    const spawn = (i: number) =>
      call('delegate_task', { goal: `angle ${i}` }, 'spawned', { atMs: i * 3_000 });
    // The first answer was new; the others brought nothing.
    expect(judge(times(30, spawn))).toMatchObject({ firedAt: 25, rule: 'spawn-rate' });
    const spread = times(6, (i) => [
      failing('read_file', { path: 'missing' }, 'ENOENT missing'),
      call('list', { path: `d${i}` }, `entry ${i}`),
    ]).flat();
    expect(judge(spread)).toMatchObject({ firedAt: 10, rule: 'stubborn-failure' });
    const stalled = times(12, (i) => [
      call('edit', { n: i }, `edited ${i}`),
      failing('bash', { command: 'npm test' }, '3 failing'),
    ]).flat();
    expect(judge(stalled)).toMatchObject({ firedAt: 13, rule: 'verify-stall' });
    const compacted = times(5, () => [
      { kind: 'compaction' as const },
      ...times(3, (i) => call('read', { p: i }, `same ${i}`)),
    ]).flat();
    expect(judge(compacted).rule).toBe('compaction-loop');
  });
});

describe('what is left alone', () => {
  const healthy: readonly (readonly [string, readonly TranscriptEvent[]])[] = [
    ['forty files read', times(40, (i) => call('read_file', { path: `f${i}` }, `text ${i}`))],
    [
      'pagination with the same arguments',
      times(15, (i) => call('scroll_down', {}, `page ${i} of words`)),
    ],
    [
      'a check after each edit, failures shrinking',
      times(9, (i) => [
        call('edit', { n: i }, 'ok'),
        failing('bash', { command: 'npm test' }, `${9 - i} failing`),
      ]).flat(),
    ],
    [
      'a linter with the same result after each edit',
      times(13, (i) => [
        call('edit', { n: i }, 'ok'),
        call('bash', { command: 'golangci-lint run' }, '0 issues.'),
      ]).flat(),
    ],
    [
      'polling that progresses',
      times(20, (i) => call('bash', { command: 'sleep 9; tail -1 log' }, `[${i * 5} %]`)),
    ],
    [
      'slow polling without news',
      times(6, (i) => call('bash', { command: 'curl job' }, 'running', { atMs: i * 300_000 })),
    ],
    [
      'batch moves with empty results',
      times(30, (i) => call('bash', { command: `mv ${i}.json out/` }, '')),
    ],
    [
      'an outage with back-off',
      times(5, (i) => failing('api', {}, '503 Service Unavailable', i * 9_000)),
    ],
    [
      'one reading again after a compaction',
      [
        ...times(4, (i) => call('read', { p: i }, `c${i}`)),
        { kind: 'compaction' },
        ...times(4, (i) => call('read', { p: i }, `c${i}`)),
        call('edit', { p: 1 }, 'ok'),
      ],
    ],
    ['equal calls of one answer', times(4, () => call('read', { p: 1 }, 'x', { atMs: 7 }))],
    ['rulers and tables', [{ kind: 'response', text: `${'-'.repeat(400)}\n| a | b |` }]],
  ];
  for (const [what, events] of healthy) {
    verifies('X1', what, () => {
      expect(judge(events)).toMatchObject({ firedAt: null });
    });
  }

  test('a new prompt starts anew, the same one does not', () => {
    const repeat = () => call('read', { p: 1 }, 'x');
    const said = (text: string) => ({ kind: 'prompt', text }) as const;
    const fresh = [...times(3, repeat), said('now this'), ...times(3, repeat)];
    expect(judge([said('go'), ...fresh]).firedAt).toBeNull();
    const again = [said('go'), ...times(3, repeat), said('go'), ...times(3, repeat)];
    expect(judge(again).firedAt).not.toBeNull();
  });

  test('a person’s exception is honoured', () => {
    const events = times(8, () => call('wait_for_ci', {}, 'pending'));
    const exceptions = [{ tool: 'wait_for_ci', is: 'healthy' }] as const;
    const options = { ...DEFAULT_OPTIONS, threshold: 2, exceptions };
    expect(detectThread({ id: 't', events }, options).firedAt).toBeNull();
  });
});

describe('bounds', () => {
  test('a digest is at most 1 KiB, a judge’s state at most 16 KiB, whatever comes', () => {
    let state = initialJudge();
    for (let index = 0; index < 200; index += 1) {
      const words = times(400, (i) => `word${index * 400 + i}`).join(' ');
      const event = call('t'.repeat(99), { words }, words.replaceAll(' ', '\n'), {
        atMs: 1e12 + index,
      });
      const digest = digestEvent(event);
      expect(JSON.stringify(digest).length).toBeLessThanOrEqual(1_024);
      ({ state } = judgeEvent(state, digest));
    }
    expect(JSON.stringify(state).length).toBeLessThanOrEqual(16_384);
    expect(JSON.parse(JSON.stringify(state))).toEqual(state);
  });
});
