/**
 * The check of the vectors is itself checked: a faulty vector must not pass as a proof.
 */
import { describe, expect, test } from 'vitest';
import { DecisionRun, FROZEN_V0_2, type AgentRecord } from '../../src/core/index.ts';
import { differences } from './differences.ts';
import { parseVectors, type Expectation } from './vector-format.ts';

const good = {
  id: 'sample-01',
  row: 'T3',
  proves: 'T3: reason never empty',
  arithmetic: 'Nothing to add up.',
  constitution: 'frozen-v0.2',
  records: [{ type: 'tick', timestamp: 0 }],
  expect: [{ step: 1, health: 1 }],
};
const parse = (change: object) => parseVectors('sample', [{ ...good, ...change }]);
const repeat = (more: object) => ({
  records: [{ repeat: 3, everyMs: 10, record: { type: 'tick', timestamp: 5 }, ...more }],
});

describe('a vector', () => {
  test('is taken as it is', () => {
    expect(parse({})[0]).toMatchObject({ id: 'sample-01', records: good.records });
  });

  test.each([
    ['an unknown key', { expects: [] }, 'unknown key expects'],
    ['an id of another topic', { id: 'other-01' }, 'must be sample-01'],
    ['an id out of order', { id: 'sample-02' }, 'must be sample-01'],
    ['no arithmetic', { arithmetic: ' ' }, 'not a text'],
    ['no records', { records: [] }, 'no records'],
    ['a record that decide would refuse', { records: [{ type: 'tick' }] }, 'timestamp'],
    ['no expectation', { expect: [] }, 'expect is empty'],
    ['an expectation of nothing', { expect: [{ step: 1 }] }, 'expects nothing'],
    ['an empty part', { expect: [{ step: 1, safety: {} }] }, 'is empty'],
    ['a step too many', { expect: [{ step: 2, health: 1 }] }, 'step 2 is not one of'],
    ['step 0', { expect: [{ step: 0, health: 1 }] }, 'ascend from 1'],
    ['a misspelt part', { expect: [{ step: 1, helth: 1 }] }, 'unknown key helth'],
    ['a misspelt member', { expect: [{ step: 1, safety: { veto: 'x' } }] }, 'unknown key veto'],
    ['a misspelt hold', { expect: [{ step: 1, holds: [{ hold: 'x', lvl: 1 }] }] }, 'key lvl'],
    ['an empty list', { expect: [{ step: 1, reasonIncludes: [] }] }, 'not a list'],
    ['a repetition with more', repeat({ times: 3 }), 'nothing else'],
    ['a repetition of one', repeat({ repeat: 1 }), '2 or more'],
    ['a repetition backwards', repeat({ everyMs: -1 }), '0 or more'],
  ])('with %s is refused', (_, change, problem) => {
    expect(() => parse(change)).toThrow(problem);
  });

  test('without a key is refused', () => {
    const { arithmetic: _, ...rest } = good;
    expect(() => parseVectors('sample', [rest])).toThrow('arithmetic is missing');
  });

  test('that is there twice is refused', () => {
    expect(() => parseVectors('sample', [good, good])).toThrow('must be sample-02');
  });
});

describe('a repetition', () => {
  test('moves the timestamp of the record and nothing else', () => {
    expect(parse(repeat({}))[0]?.records).toEqual([
      { type: 'tick', timestamp: 5 },
      { type: 'tick', timestamp: 15 },
      { type: 'tick', timestamp: 25 },
    ]);
  });

  test('moves that of an event inside it, but not what it settles', () => {
    const event = { timestamp: 5, tokenCount: 1, toolCalls: 0, latencyMs: 0, outputLength: 0 };
    const settles = { timestamp: 5, tokenCount: 1, toolCalls: 0 };
    const records = parse(repeat({ repeat: 2, record: { type: 'event', event, settles } }))[0];
    expect(records?.records[1]).toEqual({
      type: 'event',
      event: { ...event, timestamp: 15 },
      settles,
    });
  });
});

describe('a decision that is not as expected', () => {
  const run = new DecisionRun(FROZEN_V0_2);
  const pause: AgentRecord = { type: 'operator', timestamp: 3, action: 'pause' };
  const decision = run.take(pause);

  test.each<[string, Omit<Expectation, 'step'>]>([
    ['activity', { activity: { mode: 'WORKING' } }],
    ['intent', { intent: { confidence: 0.5 } }],
    ['safety', { safety: { allowed: true } }],
    ['vetoReason', { safety: { vetoReason: 'LOOP_DETECTED' } }],
    ['health', { health: 0.9999 }],
    ['wakeAt', { wakeAt: 3 }],
    ['holds', { holds: [] }],
    ['holds', { holds: [{ hold: 'manual' }] }],
    ['holds', { holds: [{ hold: 'paused', since: 4 }] }],
    ['holds', { holds: [{ hold: 'paused' }, { hold: 'paused' }] }],
    ['safety.reason', { reasonIncludes: ['HOLD_PAUSED', 'HOLD_MANUAL'] }],
    ['safety.reason', { reasonExcludes: ['HOLD_PAUSED'] }],
    ['digests', { digests: { eventsHash: run.digests.decisionsHash } }],
  ])('is told: %s', (name, expected) => {
    const found = differences({ step: 1, ...expected }, decision, run.digests);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(name);
  });

  test('and one that is, is not', () => {
    const expected = {
      step: 1,
      safety: { allowed: false, vetoReason: null },
      holds: [{ hold: 'paused', level: 'agent', since: 3 }],
      wakeAt: null,
    };
    expect(differences(expected, decision, run.digests)).toEqual([]);
  });
});
