/** The judge on the repository's own cases: every expectation, and what must not change a verdict. */
import { describe, expect, test } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { interleaved } from './interleave-runs.ts';
import { callsUntil, firstStop, stopsOf } from './judge-run.ts';
import { ownCases, runOf, type OwnCase, type RawEvent } from './own-cases.ts';
import { renamed } from './rename-consistently.ts';

const cases = ownCases();
const catalogue = Array.from({ length: 12 }, (_, index) => `F${index + 1}`);
/** Shapes that are counted in agents or in minutes, not in calls: waiting is what a wait is for. */
const slowShapes = ['spawn_storms', 'endless_waits'];
const CALLS_MAX = 15;

/** What is wrong with the verdict on a case, or null. */
function complaint(one: OwnCase): string | null {
  const stop = firstStop(runOf(one.id, one.events));
  if (one.expect === 'not_stuck') {
    return stop === null ? null : `stopped at event ${stop.event}: ${stop.reason}`;
  }
  if (stop === null) return 'not stopped';
  const calls = callsUntil(stop, one.loop_start_event ?? 0);
  const allowed = one.fires_within ?? 0;
  if (calls < 0) return `stopped at event ${stop.event}, before the loop: ${stop.reason}`;
  return calls <= allowed ? null : `stopped after ${calls} calls, not ${allowed}: ${stop.reason}`;
}

/** For each thread of a run, where it was stopped. */
function stopEvents(id: string, events: readonly RawEvent[]): (number | null)[] {
  return [...stopsOf(runOf(id, events)).values()].map((stop) => stop?.event ?? null);
}

describe('the set', () => {
  test('has enough cases of both kinds, with an id each', () => {
    expect(cases.length).toBeGreaterThanOrEqual(150);
    expect(cases.filter((one) => one.expect === 'stuck').length).toBeGreaterThanOrEqual(60);
    expect(cases.filter((one) => one.expect === 'not_stuck').length).toBeGreaterThanOrEqual(60);
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
  });

  test('covers the whole failure catalogue and healthy repetition', () => {
    const covered = new Set(cases.map((one) => one.catalogue));
    expect([...covered].toSorted()).toEqual([...catalogue, 'healthy'].toSorted());
  });

  test('says of each stuck run where the loop began and how soon it must end', () => {
    for (const one of cases) {
      const stuck = one.expect === 'stuck';
      expect(one.loop_start_event !== null, one.id).toBe(stuck);
      expect(one.fires_within !== undefined, one.id).toBe(stuck);
      if (slowShapes.includes(one.shape)) continue;
      expect(one.fires_within ?? 1, one.id).toBeLessThanOrEqual(CALLS_MAX);
    }
  });
});

describe('the verdicts', () => {
  for (const one of cases) {
    verifies('X1', `${one.id}: ${one.description}`, () => {
      if (one.open === true)
        expect(complaint(one), 'no longer wrong: remove "open"').not.toBeNull();
      else expect(complaint(one)).toBeNull();
    });
  }
});

describe('what does not change a verdict', () => {
  verifies('X1', 'other names for files, ids and agents', () => {
    const changed = cases.filter(({ id, events }) => {
      const other = stopEvents(id, renamed(events));
      return JSON.stringify(other) !== JSON.stringify(stopEvents(id, events));
    });
    expect(changed.map(({ id }) => id)).toEqual([]);
  });

  verifies('X1', 'the events of another run in between', () => {
    const changed = cases.filter((one, index) => {
      const other = cases[(index + 1) % cases.length] ?? one;
      const mixed = stopsOf(runOf('mixed', interleaved(one, other)));
      return [one, other].some(({ id, events }) =>
        [...stopsOf(runOf(id, events))].some(([thread, alone]) => {
          const together = mixed.get(`mixed#${thread}`);
          return together?.reason !== alone?.reason;
        }),
      );
    });
    expect(changed.map(({ id }) => id)).toEqual([]);
  });
});
