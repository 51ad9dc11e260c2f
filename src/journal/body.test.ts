/** Bodies of rows: written and read back, and everything else refused by name. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { event, judge } from '../../test/kit/records.ts';
import { anySequence } from '../../test/model/arbitrary-records.ts';
import { canonicalJson, DecisionRun, FROZEN_V0_2 } from '../core/index.ts';
import {
  journalBody,
  readJournalBody,
  type EvidenceEntry,
  type JournalEntry,
  type RecordEntry,
  type SegmentEntry,
} from './body.ts';

const some = 'a'.repeat(64);
const record = event(5);
const judged: RecordEntry = {
  agent: 'one',
  seq: 7,
  v: 1,
  record,
  decision: judge([record]).last,
};
const segment: SegmentEntry = {
  agent: 'one',
  seq: 1,
  v: 1,
  segment: {
    core: '0.1.0',
    constitution: FROZEN_V0_2.values,
    constitution_id: FROZEN_V0_2.id,
    snapshot: null,
  },
};
const evidence: EvidenceEntry = { agent: 'one', seq: 8, v: 1, evidence: { hash: some, of: 7 } };

describe('an entry', () => {
  const entries: readonly (readonly [string, JournalEntry])[] = [
    ['a judged record', judged],
    ['a record that names its agent', { ...judged, record: { ...record, agent: 'one' } }],
    ['a first segment', segment],
    ['a segment with a snapshot', { ...segment, segment: { ...segment.segment, snapshot: some } }],
    ['evidence', evidence],
  ];
  for (const [what, entry] of entries) {
    test(`${what} comes back as it was`, () => {
      expect(readJournalBody(journalBody(entry))).toEqual(entry);
    });
  }

  test('has one form, whatever the order of its fields', () => {
    const { v, seq, agent, evidence: inside } = evidence;
    expect(journalBody({ v, evidence: inside, seq, agent })).toBe(
      `{"agent":"one","evidence":{"hash":"${some}","of":7},"seq":8,"v":1}`,
    );
  });
});

describe('what is refused', () => {
  const text = journalBody(evidence);
  const loose = (value: unknown) => canonicalJson(value);
  const refused: readonly (readonly [string, string, string | null, string])[] = [
    ['no JSON', '{', null, 'it is not valid JSON ('],
    ['null', 'null', null, 'it is not an object'],
    ['a list', '[]', null, 'it is not an object'],
    ['no version', '{}', 'v', 'version none is not known (known: 1)'],
    ['a newer version', loose({ ...evidence, v: 2 }), 'v', 'version 2 is not known (known: 1)'],
    ['no agent', loose({ ...evidence, agent: '' }), 'agent', 'agent must be a name'],
    ['row 0', loose({ ...evidence, seq: 0 }), 'seq', 'seq must be a whole number from 1'],
    ['half a row', loose({ ...evidence, seq: 1.5 }), 'seq', 'seq must be a whole number from 1'],
    ['nothing said', '{"agent":"one","seq":1,"v":1}', null, 'it has nothing (known: decision and'],
    ['two things said', loose({ ...evidence, ...segment }), null, 'it has evidence, segment'],
    ['a stranger', loose({ ...evidence, note: 'x' }), null, 'it has evidence, note'],
    ['a prototype', text.replace('"seq"', '"__proto__":{},"seq"'), null, 'it has __proto__, evid'],
    ['no hash', loose({ ...evidence, evidence: { hash: 'x', of: 7 } }), 'evidence', 'its form'],
    ['more inside', loose({ ...evidence, evidence: { hash: some, of: 7, x: 1 } }), 'evidence', ''],
    ['evidence of later', loose({ ...evidence, seq: 7 }), 'evidence.of', 'of row 7 in row 7'],
    ['no core', loose({ ...segment, segment: { ...segment.segment, core: '' } }), 'segment', ''],
    ['no decision', loose({ ...judged, decision: {} }), 'decision', 'does not have its form'],
    ['no record', loose({ ...judged, record: {} }), 'record.type', 'field type must be one of'],
    [
      'a bad record',
      journalBody(judged).replace('"toolCalls":0', '"toolCalls":-1'),
      'record.event.toolCalls',
      'must be from 0 to',
    ],
    [
      "another's record",
      loose({ ...judged, record: { ...record, agent: 'two' } }),
      'record.agent',
      'the record is about "two" in the row of "one"',
    ],
    ['a space', text.replace(',"v"', ', "v"'), null, 'it is not canonical JSON'],
    ['a field twice', text.replace('"v":1', '"v":2,"v":1'), null, 'it is not canonical JSON'],
    ['another order', `{"seq":8,${text.slice(1).replace(',"seq":8', '')}`, null, 'not canonical'],
    ['a rounded number', text.replace('"of":7', '"of":7.0'), null, 'it is not canonical JSON'],
  ];
  for (const [what, body, field, words] of refused) {
    test(what, () => {
      expect(() => readJournalBody(body)).toThrow(
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
  /** The same value, built the other way round at every depth. */
  const reversed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reversed);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).toReversed();
    return Object.fromEntries(entries.map(([name, one]) => [name, reversed(one)]));
  };

  test('whose keys are in another order is written in the canonical one, and can be read', () => {
    const turned = reversed(judged) as RecordEntry;
    expect(Object.keys(turned.decision)).toEqual(Object.keys(judged.decision).toReversed());
    expect(journalBody(turned)).toBe(journalBody(judged));
    expect(readJournalBody(journalBody(turned))).toEqual(judged);
  });

  test('with a field that nobody knows is written so that it can be read', () => {
    const decision = { ...judged.decision, aNewField: { z: 1, a: [2] } };
    const entry: RecordEntry = { ...judged, decision };
    expect(readJournalBody(journalBody(entry))).toEqual(entry);
  });

  test.each([
    ['undefined', { budget: undefined }],
    ['not a number', { health: Number.NaN }],
  ])('that could not be read back is not written: %s', (_, part) => {
    const decision = { ...judged.decision, ...part } as RecordEntry['decision'];
    expect(() => journalBody({ ...judged, decision })).toThrow(
      expect.objectContaining({ code: 'VALUE_NOT_CANONICAL' }),
    );
  });

  test('that is none, or in a row that is none, is not written', () => {
    const bad = [
      { ...judged, decision: {} },
      { ...judged, seq: 0 },
      { ...judged, agent: '' },
      { ...evidence, seq: 7 },
    ];
    for (const one of bad) {
      expect(() => journalBody(one as JournalEntry)).toThrow('not a row of a journal');
    }
  });
});

test('whatever the core decides is written in canonical order', () => {
  fc.assert(
    fc.property(anySequence(30), ({ records }) => {
      const run = new DecisionRun(FROZEN_V0_2);
      for (const [index, one] of records.entries()) {
        const entry = {
          agent: 'one',
          seq: index + 1,
          v: 1,
          record: one,
          decision: run.take(one),
        } as const;
        expect(journalBody(entry)).toBe(canonicalJson(entry));
      }
    }),
    { numRuns: 100 },
  );
});
