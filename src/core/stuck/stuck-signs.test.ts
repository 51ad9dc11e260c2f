/** What notes about an agent that is stuck do to its state, and what they can't. */
import { expect, test } from 'vitest';
import { event, judge, note as plainNote, operator, tick } from '../../../test/kit/records.ts';
import type { NoteRecord, StuckNote } from '../index.ts';

const HOUR_MS = 3_600_000;
const note = (timestamp: number, stuck: StuckNote, details = 'why'): NoteRecord =>
  plainNote(timestamp, { details, stuck });

test('a sign stands from its beginning until it is over, once for each code', () => {
  const down = { code: 'PROVIDER_DOWN', state: 'begun' } as const;
  const { state, last } = judge([note(1, down, 'first'), note(2, down, 'second')]);
  expect(state.stuck).toEqual([{ code: 'PROVIDER_DOWN', since: 1, why: 'second' }]);
  expect(last.safety.reason).toContain('PROVIDER_DOWN: "second"');
  expect(last.safety.allowed).toBe(true);
  const over = judge([note(3, { ...down, state: 'over' })], undefined, state);
  expect(over.state).not.toHaveProperty('stuck');
});

test('one with an end parks until then, and a person may resume it', () => {
  const limit = { code: 'USAGE_LIMIT', state: 'begun', until: HOUR_MS } as const;
  const { state, last } = judge([note(1, limit)]);
  expect(last.holds).toMatchObject([{ hold: 'parked', by: 'stuck', until: HOUR_MS }]);
  expect(judge([tick(HOUR_MS)], undefined, state).last.holds).toEqual([]);
  expect(judge([operator(2, 'resume')], undefined, state).last.holds).toEqual([]);
  expect(judge([note(HOUR_MS, limit)]).last.holds).toEqual([]);
});

test('signs change no score, no health and no other decision', () => {
  const plain = judge([event(1), event(2)]).last;
  const stuck = judge([note(1, { code: 'CLIENT_WAITING', state: 'begun' }), event(1), event(2)]);
  expect(stuck.last).toEqual(plain);
});

test('the reason is cut to what the state may hold', () => {
  const long = judge([note(1, { code: 'EMPTY_WAKES', state: 'begun' }, 'x'.repeat(500))]);
  expect(Buffer.byteLength(JSON.stringify(long.state.stuck))).toBeLessThan(170);
});

test('only what begins may park', () => {
  const wrong = note(1, { code: 'EMPTY_WAKES', state: 'over', until: 9 });
  expect(() => judge([wrong])).toThrow('stuck.until is only for begun');
});
