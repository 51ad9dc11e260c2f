/** How far a stop has come, by what was recorded and the time since. */
import { describe, expect, test } from 'vitest';
import { result } from '../../../test/kit/records.ts';
import type { AdmitRecord } from '../../core/index.ts';
import { courseOf, NO_FACTS, QUIET_MS, withRecord, type StopFacts } from './stop-course.ts';

const SINCE = 1_000_000;
const whole = { session: null, since: SINCE };
const none = { running: 0, endedAt: null };
const at = (now: number, more = {}) => ({ now, openCalls: 0, processes: none, ...more });
const refusal = (timestamp: number, more: Partial<AdmitRecord> = {}): AdmitRecord => ({
  type: 'admit',
  timestamp,
  purpose: 'step',
  estimate: { tokenCount: 0, toolCalls: 0 },
  ...more,
});
const refused = (facts: StopFacts, timestamp: number) =>
  withRecord(facts, refusal(timestamp), false, whole);
const stateAt = (facts: StopFacts, now: number, more = {}) =>
  courseOf({ since: SINCE }, facts, at(now, more)).state;

describe('an agent that only has a base URL', () => {
  test('may be alive as long as nobody told it', () => {
    expect(stateAt(NO_FACTS, SINCE)).toBe('may_be_alive');
    expect(stateAt(NO_FACTS, SINCE + 100 * QUIET_MS)).toBe('may_be_alive');
  });

  test('has ended when it was told and stayed silent', () => {
    const facts = refused(NO_FACTS, SINCE + 5);
    expect(stateAt(facts, SINCE + 6)).toBe('cut');
    expect(stateAt(facts, SINCE + 4 + QUIET_MS)).toBe('cut');
    const course = courseOf({ since: SINCE }, facts, at(SINCE + 5 + QUIET_MS));
    expect(course).toMatchObject({ state: 'ended', ended_at: SINCE + 5, ended_by: 'silence' });
  });

  test('may be alive when it still asks, long after it was told', () => {
    const facts = refused(refused(NO_FACTS, SINCE + 5), SINCE + QUIET_MS + 5);
    expect(stateAt(facts, SINCE + QUIET_MS + 6)).toBe('may_be_alive');
    expect(stateAt(facts, SINCE + 3 * QUIET_MS)).toBe('ended');
  });

  test('has not ended while a call is under way', () => {
    const facts = refused(NO_FACTS, SINCE + 5);
    expect(stateAt(facts, SINCE + 2 * QUIET_MS, { openCalls: 1 })).toBe('in_force');
  });
});

describe('a process under run', () => {
  test('decides, whatever was told', () => {
    const facts = refused(NO_FACTS, SINCE + 5);
    const running = { processes: { running: 1, endedAt: null } };
    expect(stateAt(facts, SINCE + 9 * QUIET_MS, running)).toBe('may_be_alive');
    const gone = { processes: { running: 0, endedAt: SINCE + 7 } };
    expect(courseOf({ since: SINCE }, NO_FACTS, at(SINCE + 8, gone))).toMatchObject({
      state: 'ended',
      ended_at: SINCE + 7,
      ended_by: 'process',
    });
  });

  test('that ended before the stop says nothing of this one', () => {
    const before = { processes: { running: 0, endedAt: SINCE - 1 } };
    expect(stateAt(NO_FACTS, SINCE + 8, before)).toBe('may_be_alive');
  });
});

test('only what came after the stop counts, and only of the session that was stopped', () => {
  const cut = withRecord(NO_FACTS, result(SINCE + 1, 'BLOCKED'), true, whole);
  expect(cut).toMatchObject({ cutAt: SINCE + 1, doors: [{ cut: 1 }, { cut: 0 }] });
  const early = withRecord(NO_FACTS, result(SINCE - 1, 'BLOCKED'), true, whole);
  expect(early).toEqual(NO_FACTS);
  const session = { session: 's', since: SINCE };
  expect(withRecord(NO_FACTS, refusal(SINCE + 1), false, session)).toEqual(NO_FACTS);
  const own = refusal(SINCE + 1, { session: 's', purpose: 'tool', repeats: 7 });
  expect(withRecord(NO_FACTS, own, false, session).doors[1]).toMatchObject({ refused: 7 });
});
