/** Bad records: refused by name, before they enter, changing nothing. */
import { describe, expect, test } from 'vitest';
import { event, judge, note, operator, result, signal, tick } from '../../../test/kit/records.ts';
import { checkRecord, FROZEN_V0_2, step, type AgentRecord } from '../index.ts';

const good = event(0, { outputHash: 'x' });
const asked = {
  type: 'admit',
  timestamp: 0,
  purpose: 'step',
  estimate: { tokenCount: 1, toolCalls: 0 },
};
const bad: readonly (readonly [string, unknown, string | null, string])[] = [
  ['not an object', 5, 'type', 'must be one of admit, event, result, tick, operator, signal'],
  ['no type', {}, 'type', 'must be one of'],
  ['an unknown type', { type: 'toString' }, 'type', 'must be one of'],
  ['a missing payload', { type: 'event' }, 'event', 'is missing'],
  ['an unknown field', { ...good, cost: 1 }, 'cost', 'is not a known field'],
  ['an unknown inner field', { ...good, event: { ...good.event, x: 1 } }, 'event.x', 'not a known'],
  ['a text for a number', event(0, { tokenCount: '5' as never }), 'event.tokenCount', '"5"'],
  ['a negative count', event(0, { tokenCount: -1 }), 'event.tokenCount', 'from 0 to 9999999'],
  ['a fraction', event(0.5), 'event.timestamp', 'must be a whole number, not 0.5'],
  ['-0', event(-0), 'event.timestamp', 'must not be -0'],
  ['NaN', event(Number.NaN), 'event.timestamp', 'must be a number, not NaN'],
  ['an unsafe integer', event(2 ** 53), 'event.timestamp', 'must be a whole number'],
  ['undefined', event(0, { outputHash: undefined as never }), 'event.outputHash', 'is missing'],
  ['an endless hash', event(0, { outputHash: 'x'.repeat(257) }), 'event.outputHash', '256'],
  ['a lone surrogate', { ...good, agent: '\ud800' }, 'agent', 'lone surrogates'],
  ['a control character', { ...good, agent: 'a\u001b[2J' }, 'agent', 'control characters'],
  ['a name of many bytes', { ...good, session: 'é'.repeat(33) }, 'session', 'at most 64 bytes'],
  ['a quote in a name', { ...good, session: 'a"b' }, 'session', 'quotes or backslashes'],
  ['a backslash in a name', { ...good, thread: 'a\\b' }, 'thread', 'quotes or backslashes'],
  ['inherited fields', Object.create(good), null, 'must be a plain object'],
  ['an empty name', { ...good, session: '' }, 'session', 'from 1 to 64 characters'],
  ['an unknown status', result(0, 'DONE' as never), 'result.status', 'SUCCESS, PARTIAL'],
  ['an unknown action', operator(0, 'kill' as never), 'action', 'activate'],
  ['grant without a target', operator(0, 'grant'), 'target', 'is missing for grant and refuse'],
  ['pause with a target', operator(0, 'pause', { target: 'x' }), 'target', 'is only for grant'],
  ['configure without limits', operator(0, 'configure'), 'envelope', 'is missing for configure'],
  ['resume with limits', operator(0, 'resume', { envelope: {} }), 'envelope', 'is only for'],
  [
    'configure of a session',
    operator(0, 'configure', { envelope: {}, session: 's' }),
    'session',
    'must be absent',
  ],
  [
    'restart of a thread',
    operator(0, 'restart', { session: 's', thread: 't' }),
    'thread',
    'must be absent',
  ],
  ['a hold of the core', signal(0, 'raise', 'hard_stop' as never), 'hold', 'kill_switch'],
  [
    'an unknown purpose',
    { ...asked, purpose: 'chat' },
    'purpose',
    'step, side, tool, save, compaction',
  ],
  ['an estimate that is a number', { ...asked, estimate: 5 }, 'estimate', 'must be an object'],
  ['an unknown source', signal(0, 'raise', 'blocker', { source: 'me' as never }), 'source', 'loop'],
  [
    'a note with a hold',
    signal(0, 'note' as never, 'blocker'),
    'hold',
    'is only for raise and lift',
  ],
  ['a raise of nothing', { ...note(0), change: 'raise' }, 'hold', 'is missing'],
  ['a note with a target', { ...note(0), target: 'x' }, 'target', 'is only for the hold approval'],
  ['an unknown change', signal(0, 'drop' as never, 'blocker'), 'change', 'raise, lift, note'],
  ['a negative latency', event(0, { latencyMs: -0.5 }), 'event.latencyMs', 'from 0'],
  ['an endless latency', event(0, { latencyMs: Infinity }), 'event.latencyMs', 'a number'],
  ['a negative length', event(0, { outputLength: -1 }), 'event.outputLength', 'from 0'],
  ['approval of nothing', signal(0, 'raise', 'approval'), 'target', 'is missing for the hold'],
  [
    'a checkpoint with a target',
    signal(0, 'raise', 'checkpoint', { target: 'x' }),
    'target',
    'is only for the hold approval',
  ],
];

const limit = (value: unknown) =>
  operator(0, 'configure', { envelope: { maxTokensPerMinute: value as number } });

describe('what is said', () => {
  const said: readonly (readonly [unknown, string])[] = [
    [{ type: 'event', event: null }, 'field event must be an object, not null'],
    [{ type: 'event', event: [] }, 'field event must be an object, not a list'],
    [{ type: 'event', event: 'x'.repeat(60) }, `not "${'x'.repeat(39)}…`],
    [{ type: 'event', event: 'x'.repeat(38) }, `not "${'x'.repeat(38)}"`],
    [{ ...tick(0), timestamp: {} }, 'field timestamp must be a number, not an object'],
    [{ ...tick(0), timestamp: true }, 'field timestamp must be a number, not true'],
    [{ ...tick(0), agent: 7 }, 'field agent must be a string, not 7'],
    [
      { ...tick(0), x: 1 },
      'field x is not a known field (known: type, agent, session, thread, timestamp)',
    ],
    [
      { ...result(0, 'FAILED'), result: { ...result(0, 'FAILED').result, executed: 1 } },
      'field result.executed must be true or false',
    ],
    [{ ...tick(0), agent: undefined }, 'field agent is missing: it is undefined'],
    [limit(0), 'field envelope.maxTokensPerMinute must be from 1 to 9999999, not 0'],
    [limit('5'), 'field envelope.maxTokensPerMinute must be a number, not "5"'],
    [operator(0, 'pause', { why: '' }), 'field why must be from 1 to 2000 characters long, not 0'],
    [{ ...tick(0), agent: 'é'.repeat(40) }, 'field agent must be at most 64 bytes long as UTF-8'],
  ];
  for (const [record, words] of said) {
    test(words, () => {
      expect(() => checkRecord(record)).toThrow(words);
    });
  }

  test('names of exactly 64 bytes are taken', () => {
    expect(checkRecord({ ...tick(0), agent: 'é'.repeat(32) })).toBeDefined();
    expect(checkRecord({ ...tick(0), agent: 'x'.repeat(64) })).toBeDefined();
    expect(checkRecord(limit(null))).toBeDefined();
  });
});

describe('records', () => {
  for (const [what, record, field, problem] of bad) {
    test(`${what} is refused`, () => {
      expect(() => checkRecord(record)).toThrow(
        expect.objectContaining({ code: 'RECORD_INVALID', field }),
      );
      expect(() => checkRecord(record)).toThrow(problem);
    });
  }

  test('step itself refuses a bad record and leaves the state as it was', () => {
    const { state } = judge([event(0)]);
    const before = JSON.stringify(state);
    const attempt = () => step(state, event(1, { toolCalls: Number.NaN }), FROZEN_V0_2);
    expect(attempt).toThrow('field event.toolCalls must be a number, not NaN');
    expect(JSON.stringify(state)).toBe(before);
  });

  test('good records of every type pass as they are', () => {
    const records: AgentRecord[] = [
      good,
      tick(0),
      result(0, 'PARTIAL'),
      operator(0, 'configure', { envelope: { maxTokensPerMinute: null } }),
      signal(0, 'raise', 'approval', { target: 'x', session: 's', thread: 't', agent: 'a' }),
      {
        type: 'admit',
        timestamp: 0,
        purpose: 'side',
        estimate: { tokenCount: 1, toolCalls: 0 },
      },
    ];
    for (const record of records) expect(checkRecord(record)).toBe(record);
  });
});
