/** Notes: written down, and nothing else. */
import { describe, expect, test } from 'vitest';
import { event, judge, note, signal, tick } from '../../../test/kit/records.ts';

describe('a note', () => {
  const before = [event(0, { tokenCount: 100 }), signal(1, 'raise', 'blocker', { session: 's' })];

  test('changes no hold and no state beyond what a tick changes', () => {
    const noted = judge([...before, note(2, { session: 'main', thread: 'main' })]);
    const ticked = judge([...before, tick(2)]);
    expect(noted.state).toEqual(ticked.state);
    expect(noted.last.holds).toEqual(ticked.last.holds);
    expect(noted.last.intent).toEqual(ticked.last.intent);
    expect(noted.last.safety.allowed).toBe(true);
  });

  test('stands in the decision with its source, clipped where it is long', () => {
    const { last } = judge([note(0, { details: 'SOFT_LOOP continued_monitoring' })]);
    expect(last.safety.reason).toContain('NOTED: loop: "SOFT_LOOP continued_monitoring"');
    const long = judge([note(0, { details: 'x'.repeat(2_000), source: 'policy' })]);
    expect(long.last.safety.reason).toMatch(/NOTED: policy: "x{253}…"/);
  });
});
