/**
 * Time is a flow: it never matters how often anybody ticks, and no step keeps or changes anything
 * but what it returns.
 */
import { deepStrictEqual, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import {
  initialState,
  type AgentState,
  type Constitution,
  type Decision,
} from '../../src/core/index.ts';
import { timestampOf, type AgentRecord, type TickRecord } from '../../src/core/records/records.ts';
import { nextNotice, noticed } from '../../src/core/wake/notice.ts';
import { runs } from '../kit/runs.ts';
import { answeredFor } from './answered-for.ts';
import { anySequence, gentleSequence, type Sequence } from './arbitrary-records.ts';
import { decide, taken } from './core-run.ts';
import { deepFreeze } from './deep-freeze.ts';
import { requireSame } from './require-same.ts';

/** What a tick is answered, without the time at which to ask again. */
type Answer = Omit<Decision, 'wakeAt'>;

const minutes = { timeout: 600_000 };

function withoutWake({ activity, health, holds, intent, safety }: Decision): Answer {
  return { activity, health, holds, intent, safety };
}

/** A tick at `timestamp` for the thread that the last of these records was answered for. */
function tickAfter(records: readonly AgentRecord[], timestamp: number): TickRecord {
  return { type: 'tick', ...answeredFor(records), timestamp };
}

/** The answers at every second from `from` to before `to`, ticking at each. */
function everySecond(
  start: AgentState,
  constitution: Constitution,
  tick: (time: number) => TickRecord,
  from: number,
  to: number,
): { state: AgentState; answers: readonly Answer[] } {
  let state = start;
  const answers: Answer[] = [];
  for (let time = from; time < to; time += 1_000) {
    const result = taken(state, tick(time), constitution);
    state = result.state;
    answers.push(withoutWake(result.decision));
  }
  return { state, answers };
}

/** The same answers, ticking only when the answer before said so. */
function onlyAtWakes(
  start: AgentState,
  constitution: Constitution,
  tick: (time: number) => TickRecord,
  from: number,
  to: number,
): { state: AgentState; answers: readonly Answer[] } {
  let { state, decision } = taken(start, tick(from), constitution);
  const answers: Answer[] = [];
  for (let time = from; time < to; time += 1_000) {
    while (decision.wakeAt !== null && decision.wakeAt <= time) {
      ({ state, decision } = taken(state, tick(decision.wakeAt), constitution));
    }
    answers.push(withoutWake(decision));
  }
  return { state, answers };
}

/** When the next record comes; after the last one, some minutes later. */
function timeOfNext(records: readonly AgentRecord[], index: number, now: number): number {
  const next = records[index + 1];
  return next === undefined ? now + 200_000 : timestampOf(next);
}

test('ticking only at wakeAt is ticking every second', minutes, () => {
  const compare = (sequence: Sequence): void => {
    const { constitution, records } = sequence;
    let busy = initialState(constitution);
    let lazy = initialState(constitution);
    for (const [index, record] of records.entries()) {
      const one = taken(busy, record, constitution);
      const other = taken(lazy, record, constitution);
      const names = ['every second', 'at wakeAt'] as const;
      requireSame(sequence, index, one.decision, other.decision, names);
      const now = timestampOf(record);
      const to = timeOfNext(records, index, now);
      const tick = (time: number) => tickAfter(records.slice(0, index + 1), time);
      const all = everySecond(one.state, constitution, tick, now, to);
      const few = onlyAtWakes(other.state, constitution, tick, now, to);
      requireSame(sequence, index, all.answers, few.answers, names);
      busy = all.state;
      lazy = few.state;
    }
  };
  fc.assert(fc.property(gentleSequence(25), compare), runs(100));
});

test(
  'looking only when a change may be noticed notices it at the time that looking every second does',
  minutes,
  () => {
    const changes = { noticed: 0 };
    const compare = (sequence: Sequence): void => {
      const { constitution, records } = sequence;
      let state = initialState(constitution);
      for (const [index, record] of records.entries()) {
        ({ state } = taken(state, record, constitution));
        const from = timestampOf(record);
        const to = timeOfNext(records, index, from);
        const seen = records.slice(0, index + 1);
        // As a gate asks: of the state as it is, without recording the tick.
        const at = (time: number) => taken(state, tickAfter(seen, time), constitution);
        const planned = (time: number) => {
          const { state: then, decision } = at(time);
          return nextNotice(then, tickAfter(seen, time), decision, constitution.values);
        };
        let told = noticed(at(from).decision);
        let next = planned(from);
        for (let time = from; time < to; time += 1_000) {
          while (next !== null && next <= time) {
            told = noticed(at(next).decision);
            next = planned(next);
          }
          const now = noticed(at(time).decision);
          requireSame(sequence, index, { now }, { now: told }, ['every second', 'when planned']);
          if (time > from && now !== noticed(at(time - 1_000).decision)) changes.noticed += 1;
        }
      }
    };
    fc.assert(fc.property(gentleSequence(25), compare), runs(100));
    // It looked at histories in which there was something to notice.
    ok(changes.noticed > 0);
  },
);

test('leaving out ticks changes no answer to any other record', minutes, () => {
  const compare = (sequence: Sequence, shares: readonly number[]): void => {
    const { constitution, records } = sequence;
    const expected = decide(sequence);
    let state = initialState(constitution);
    for (const [index, record] of records.entries()) {
      const result = taken(state, record, constitution);
      state = result.state;
      const answer = expected[index] ?? result.decision;
      requireSame(sequence, index, result.decision, answer, ['with ticks', 'without']);
      const now = timestampOf(record);
      const to = timeOfNext(records, index, now);
      for (const share of shares.toSorted((one, other) => one - other)) {
        const time = now + Math.floor((share / 1_000) * (to - now));
        ({ state } = taken(state, tickAfter(records.slice(0, index + 1), time), constitution));
      }
    }
  };
  const shares = fc.array(fc.integer({ min: 0, max: 1_000 }), { maxLength: 3 });
  fc.assert(fc.property(gentleSequence(40), shares, compare), runs(200));
});

test('going forward in two parts is going forward at once', minutes, () => {
  const compare = (sequence: Sequence, first: number, second: number): void => {
    const { constitution, records } = sequence;
    let state = initialState(constitution);
    for (const [index, record] of records.entries()) {
      state = taken(state, record, constitution).state;
      const tick = (time: number) => tickAfter(records.slice(0, index + 1), time);
      const middle = timestampOf(record) + first;
      const end = middle + second;
      const half = taken(state, tick(middle), constitution);
      const inTwo = taken(half.state, tick(end), constitution).decision;
      const atOnce = taken(state, tick(end), constitution).decision;
      requireSame(sequence, index, inTwo, atOnce, ['in two parts', 'at once']);
    }
  };
  const span = fc.oneof(
    fc.integer({ min: 0, max: 90_000 }),
    fc.constantFrom(10_000, 30_000, 60_000, 600_000, 1_200_000, 86_400_000),
  );
  fc.assert(fc.property(gentleSequence(40), span, span, compare), runs(200));
});

test('a state that was written down and read again goes on the same', minutes, () => {
  const compare = (sequence: Sequence): void => {
    const { constitution, records } = sequence;
    let kept = initialState(constitution);
    let reread = initialState(constitution);
    for (const [index, record] of records.entries()) {
      const one = taken(kept, record, constitution);
      const other = taken(reread, record, constitution);
      requireSame(sequence, index, one.decision, other.decision, ['kept', 'read again']);
      kept = one.state;
      reread = JSON.parse(JSON.stringify(other.state)) as AgentState;
      deepStrictEqual(reread, kept);
    }
  };
  fc.assert(fc.property(anySequence(60), compare), runs(200));
});

test('a step changes nothing that it was given', minutes, () => {
  const compare = (sequence: Sequence): void => {
    const { constitution, records } = sequence;
    let state = initialState(constitution);
    for (const [index, record] of records.entries()) {
      deepFreeze(state);
      const before = JSON.stringify([state, record]);
      const one = taken(state, deepFreeze(structuredClone(record)), constitution);
      const again = taken(state, record, constitution);
      requireSame(sequence, index, again, one, ['the second time', 'the first time']);
      if (JSON.stringify([state, record]) !== before) throw new Error('an input was changed');
      state = one.state;
    }
  };
  fc.assert(fc.property(anySequence(60), compare), runs(200));
});

test('a record that comes too early is taken at the time of the last one', minutes, () => {
  const raised = (record: AgentRecord, timestamp: number): AgentRecord =>
    record.type === 'event'
      ? { ...record, event: { ...record.event, timestamp } }
      : { ...record, timestamp };
  const compare = (sequence: Sequence): void => {
    const { constitution, records } = sequence;
    const stamps = records.map(timestampOf);
    const times = stamps.map((_, index) => Math.max(...stamps.slice(0, index + 1)));
    const monotonic = records.map((record, index) => raised(record, times[index] ?? 0));
    const expected = decide({ constitution, records: monotonic });
    for (const [index, decision] of decide(sequence).entries()) {
      const { safety } = decision;
      const stamp = stamps[index] ?? 0;
      const now = times[index] ?? 0;
      const late = `CLOCK_CLAMPED: timestamp ${stamp} is lower than the last one, ${now} is used; `;
      const reason = stamp < now ? safety.reason.replace(late, '') : safety.reason;
      if (stamp < now && reason === safety.reason) throw new Error('nothing was noted');
      const cleared = { ...decision, safety: { ...safety, reason } };
      requireSame(sequence, index, cleared, expected[index] ?? {}, ['clamped', 'in order']);
    }
  };
  fc.assert(fc.property(anySequence(60), compare), runs(200));
});
