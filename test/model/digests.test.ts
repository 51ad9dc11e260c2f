/**
 * The digests are chains: equal beginnings have equal digests, and one changed record changes all
 * digests from its step on.
 */
import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  DecisionRun,
  INITIAL_DIGESTS,
  type Constitution,
  type Digests,
} from '../../src/core/index.ts';
import { timestampOf, type AgentRecord } from '../../src/core/records/records.ts';
import { runs } from '../kit/runs.ts';
import { anySequence, type Sequence } from './arbitrary-records.ts';
import { decide } from './core-run.ts';

const minutes = { timeout: 600_000 };

/** The digests after every record. */
function digestsOf(
  constitution: Constitution,
  records: readonly AgentRecord[],
): readonly Digests[] {
  const run = new DecisionRun(constitution);
  return records.map((record) => {
    run.take(record);
    return run.digests;
  });
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The digests after the last record, reckoned from the first one on. */
function reckoned(sequence: Sequence): Digests {
  let decisionsHash = sha256('tripwire decisions v1');
  let eventsHash = sha256('tripwire records v1');
  for (const [index, { intent, safety }] of decide(sequence).entries()) {
    const record = sequence.records[index];
    decisionsHash = sha256(`${decisionsHash}\n${canonicalize({ intent, safety })}`);
    eventsHash = sha256(`${eventsHash}\n${canonicalize(record)}`);
  }
  return { decisionsHash, eventsHash };
}

test('each digest is reckoned from the one before and the canonical JSON', minutes, () => {
  const compare = (sequence: Sequence): void => {
    const run = digestsOf(sequence.constitution, sequence.records);
    expect(run.at(-1) ?? INITIAL_DIGESTS).toEqual(reckoned(sequence));
  };
  fc.assert(fc.property(anySequence(60), compare), runs(100));
});

test('the digests of a beginning are those of the whole at that step', minutes, () => {
  const compare = ({ constitution, records }: Sequence, cut: number): void => {
    const beginning = records.slice(0, cut % (records.length + 1));
    const whole = digestsOf(constitution, records);
    expect(digestsOf(constitution, beginning)).toEqual(whole.slice(0, beginning.length));
  };
  fc.assert(fc.property(anySequence(60), fc.nat(60), compare), runs(100));
});

test('one changed record changes eventsHash from its step on', minutes, () => {
  const compare = ({ constitution, records }: Sequence, position: number): void => {
    const place = position % records.length;
    const changed = records.map((record, index) => (index === place ? altered(record) : record));
    const before = digestsOf(constitution, records);
    const after = digestsOf(constitution, changed);
    for (const [index, { eventsHash }] of before.entries()) {
      expect(after[index]?.eventsHash === eventsHash).toBe(index < place);
    }
    expect(after.slice(0, place)).toEqual(before.slice(0, place));
  };
  fc.assert(fc.property(anySequence(40), fc.nat(60), compare), runs(100));
});

/** The same record with one thing changed. */
function altered(record: AgentRecord): AgentRecord {
  const timestamp = timestampOf(record) === 0 ? 1 : timestampOf(record) - 1;
  return record.type === 'event'
    ? { ...record, event: { ...record.event, timestamp } }
    : { ...record, timestamp };
}
