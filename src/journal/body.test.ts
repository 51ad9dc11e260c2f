/** Bodies of rows: written and read back, and everything else refused by name. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { event, judge } from '../../test/kit/records.ts';
import { anySequence } from '../../test/model/arbitrary-records.ts';
import {
  canonicalJson,
  DecisionRun,
  FROZEN_V0_2,
  timestampOf,
  type AgentRecord,
} from '../core/index.ts';
import { decisionDigest } from '../core/records/short-decision.ts';
import { differenceFrom, journalBody, readRow, type NewEntry, type RowPlace } from './body.ts';

const some = 'a'.repeat(64);
const record: AgentRecord = { ...event(5), agent: 'one' };
const decision = judge([record]).last;
const placed = (kind: string, seq = 8, at = 5): RowPlace => ({ agent: 'one', seq, at, kind });
const segment = {
  segment: {
    core: '0.1.0',
    constitution: FROZEN_V0_2.values,
    constitution_id: FROZEN_V0_2.id,
    snapshot: null,
  },
};
const evidence = { evidence: { hash: some, of: 7 } };
const stopped: AgentRecord = {
  action: 'deactivate',
  agent: 'one',
  by: 'ann',
  timestamp: 5,
  type: 'operator',
};
const stop = judge([stopped]).last;

const read = (place: RowPlace, entry: NewEntry) =>
  readRow({ ...place, body: journalBody(place, entry) });

describe('an entry', () => {
  const others: readonly (readonly [string, string, NewEntry])[] = [
    ['a first segment', 'segment', segment],
    [
      'a segment with a snapshot',
      'segment',
      { segment: { ...segment.segment, snapshot: some, seen_at: 3 } },
    ],
    ['evidence', 'evidence', evidence],
  ];
  for (const [what, kind, entry] of others) {
    test(`${what} comes back as it was`, () => {
      expect(read(placed(kind), entry)).toEqual({ agent: 'one', seq: 8, ...entry });
    });
  }

  test('a record with a plain decision comes back with its digest and what people look at', () => {
    const entry = read(placed('event'), { record, decision });
    const { activity, health, holds, safety } = decision;
    const { mode, intensity } = activity;
    expect(entry).toEqual({
      agent: 'one',
      seq: 8,
      record,
      decision: { activity: { mode, intensity }, health, holds, safety },
      kept: { digest: decisionDigest(decision), short: expect.any(Array) as unknown },
    });
  });

  test('a record with any other decision comes back with all of it', () => {
    const entry = read(placed('operator'), { record: stopped, decision: stop });
    const kept = { whole: stop };
    expect(entry).toEqual({ agent: 'one', seq: 8, record: stopped, decision: stop, kept });
  });

  test('a record of another time than its row keeps its own', () => {
    expect(read(placed('event', 8, 90), { record, decision })).toMatchObject({ record });
    const [tick, later] = [
      { type: 'tick', agent: 'one', timestamp: 5 } as const,
      placed('tick', 8, 90),
    ];
    expect(read(later, { record: tick, decision })).toMatchObject({ record: tick });
  });

  test('a record that does not name its agent is about that of the row', () => {
    expect(read(placed('event'), { record: event(5), decision })).toMatchObject({ record });
  });

  test('says nothing that its row says', () => {
    const { timestamp: _, ...untimed } = record.type === 'event' ? record.event : fail();
    expect(JSON.parse(journalBody(placed('event'), { record, decision }))).toEqual({
      decided: decisionDigest(decision),
      record: { event: { ...untimed, toolCalls: undefined } },
      short: expect.any(Array) as unknown,
      v: 3,
    });
  });

  test('of version 1 is read with its decision, whatever its row is called', () => {
    const body = canonicalJson({ agent: 'one', seq: 7, v: 1, record: event(5), decision });
    const kept = { whole: decision };
    expect(readRow({ ...placed('x'), body })).toEqual({
      agent: 'one',
      seq: 7,
      record: event(5),
      decision,
      kept,
    });
  });
});

function fail(): never {
  throw new Error('not an event');
}

describe('what is refused', () => {
  const text = journalBody(placed('evidence'), evidence);
  const loose = (value: object) => canonicalJson({ v: 3, ...value });
  const first = (value: object) => canonicalJson({ agent: 'one', seq: 8, v: 1, ...value });
  const short = JSON.parse(journalBody(placed('event'), { record, decision })) as {
    readonly record: { readonly event: object };
    readonly short: readonly number[];
  };
  const refused: readonly (readonly [string, string, string | null, string])[] = [
    ['no JSON', '{', null, 'it is not valid JSON ('],
    ['null', 'null', null, 'it is not an object'],
    ['a list', '[]', null, 'it is not an object'],
    ['no version', '{}', 'v', 'version none is not known (known: 1, 2, 3)'],
    ['a newer version', loose({ ...evidence, v: 4 }), 'v', 'version 4 is not known (known: 1, 2'],
    ['no agent', first({ ...evidence, agent: '' }), 'agent', 'agent must be a name'],
    ['row 0', first({ ...evidence, seq: 0 }), 'seq', 'seq must be a whole number from 1'],
    ['half a row', first({ ...evidence, seq: 1.5 }), 'seq', 'seq must be a whole number from 1'],
    ['nothing said', '{"v":3}', null, 'it has nothing (known: decision and'],
    ['nothing said before', first({}), null, 'it has nothing (known: decision and'],
    ['two things said', loose({ ...evidence, ...segment }), null, 'it has evidence, segment'],
    ['a stranger', loose({ ...evidence, note: 'x' }), null, 'it has evidence, note'],
    ['its agent again', loose({ ...evidence, agent: 'one' }), null, 'it has agent, evidence'],
    ['a prototype', text.replace('"v"', '"__proto__":{},"v"'), null, 'it has __proto__, evid'],
    ['no hash', loose({ evidence: { hash: 'x', of: 7 } }), 'evidence', 'its form'],
    ['more inside', loose({ evidence: { hash: some, of: 7, x: 1 } }), 'evidence', ''],
    ['evidence of later', loose({ evidence: { hash: some, of: 8 } }), 'evidence.of', 'in row 8'],
    ['no core', loose({ segment: { ...segment.segment, core: '' } }), 'segment', ''],
    ['no decision', loose({ record: {}, decision: {} }), 'decision', 'does not have its form'],
    ['no record', loose({ record: {}, decision }), 'record.event', 'is missing'],
    ['no digest', loose({ ...short, decided: 'x' }), 'decided', 'does not have its form'],
    ['no numbers', loose({ ...short, short: ['1'] }), 'short', 'does not have its form'],
    ['too few', loose({ ...short, short: short.short.slice(1) }), 'short', ''],
    ['no such mode', loose({ ...short, short: short.short.with(4, 2) }), 'short', ''],
    ['short before', first({ ...short, v: 1 }), 'decided', 'decided is of version 2'],
    [
      'its type again',
      loose({ ...short, record: { ...short.record, type: 'event' } }),
      'record',
      '',
    ],
    ['its own agent', loose({ ...short, record: { ...short.record, agent: 'one' } }), 'record', ''],
    [
      'its time again',
      loose({ ...short, record: { event: { ...short.record.event, timestamp: 5 } } }),
      'record',
      'record repeats what its row says',
    ],
    [
      'a bad record',
      loose({ ...short, record: { event: { ...short.record.event, toolCalls: -1 } } }),
      'record.event.toolCalls',
      'must be from 0 to',
    ],
    [
      'what its version leaves out',
      loose({ ...short, record: { event: { ...short.record.event, toolCalls: 0 } } }),
      'record',
      'says what rows of its version leave out',
    ],
    [
      "another's record",
      first({ decision, record: { ...record, agent: 'two' } }),
      'record.agent',
      'the record is about "two" in the row of "one"',
    ],
    ['a space', text.replace(',"v"', ', "v"'), null, 'it is not canonical JSON'],
    ['a field twice', text.replace('"v":3', '"v":1,"v":3'), null, 'it is not canonical JSON'],
    ['another order', `{"v":3,${text.slice(1).replace(',"v":3', '')}`, null, 'not canonical'],
    ['a rounded number', text.replace('"of":7', '"of":7.0'), null, 'it is not canonical JSON'],
  ];
  for (const [what, body, field, words] of refused) {
    test(what, () => {
      expect(() => readRow({ ...placed('event'), body })).toThrow(
        expect.objectContaining({
          code: 'RECORDING_INVALID',
          field,
          message: expect.stringContaining(words) as unknown,
        }),
      );
    });
  }
});

describe('a decision', () => {
  const operator = placed('operator');

  /** The same value, built the other way round at every depth. */
  const reversed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reversed);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).toReversed();
    return Object.fromEntries(entries.map(([name, one]) => [name, reversed(one)]));
  };

  test.each([
    ['short', placed('event'), { record, decision }],
    ['whole', operator, { record: stopped, decision: stop }],
  ] as const)('whose keys are in another order has the same body: kept %s', (_, place, entry) => {
    const turned = reversed(entry) as typeof entry;
    expect(Object.keys(turned.decision)).toEqual(Object.keys(entry.decision).toReversed());
    expect(journalBody(place, turned)).toBe(journalBody(place, entry));
  });

  test('with a field that nobody knows is written so that it can be read', () => {
    const wider = { ...stop, aNewField: { z: 1, a: [2] } };
    expect(read(operator, { record: stopped, decision: wider })).toMatchObject({
      kept: { whole: wider },
    });
  });

  test.each([
    ['undefined', { aField: undefined }],
    ['not a number', { wakeAt: Number.NaN }],
  ])('that could not be read back is not written: %s', (_, part) => {
    for (const [place, entry] of [
      [placed('event'), { record, decision }],
      [operator, { record: stopped, decision: stop }],
    ] as const) {
      const bad = { ...entry, decision: { ...entry.decision, ...part } };
      expect(() => journalBody(place, bad)).toThrow(
        expect.objectContaining({ code: 'VALUE_NOT_CANONICAL' }),
      );
    }
  });

  test('that is none, or in a row that is none, is not written', () => {
    const bad: readonly (readonly [RowPlace, object])[] = [
      [operator, { record: stopped, decision: {} }],
      [placed('event', 0), { record, decision }],
      [
        { ...operator, agent: '' },
        { record: stopped, decision: stop },
      ],
      [
        { ...operator, agent: 'two' },
        { record: stopped, decision: stop },
      ],
      [placed('evidence', 7), evidence],
    ];
    for (const [place, entry] of bad) {
      expect(() => journalBody(place, entry as NewEntry)).toThrow('not a row of a journal');
    }
  });
});

test('whatever the core decides is kept as it was: by all of it, or by digest and numbers', () => {
  const forms = { short: 0, whole: 0 };
  fc.assert(
    fc.property(anySequence(30), ({ records }) => {
      const run = new DecisionRun(FROZEN_V0_2);
      for (const [index, one] of records.entries()) {
        const own = { ...one, agent: 'one' };
        const is = run.take(one);
        const at = index % 3 === 0 ? 5 : timestampOf(one);
        const place = { agent: 'one', seq: index + 1, at, kind: one.type };
        const entry = read(place, { record: own, decision: is });
        if (!('record' in entry)) throw new Error('it is no record');
        expect(entry.record).toEqual(own);
        expect(differenceFrom(entry.kept, is)).toBeNull();
        expect(differenceFrom(entry.kept, { ...is, wakeAt: (is.wakeAt ?? 0) + 1 })).not.toBeNull();
        const { mode, intensity } = is.activity;
        expect(is).toMatchObject({ ...entry.decision, activity: { mode, intensity } });
        if (!is.safety.allowed || is.holds.length > 0) expect(entry.kept).toEqual({ whole: is });
        forms['whole' in entry.kept ? 'whole' : 'short'] += 1;
      }
    }),
    { numRuns: 100, seed: 7 },
  );
  expect(forms.short).toBeGreaterThan(100);
  expect(forms.whole).toBeGreaterThan(100);
});
