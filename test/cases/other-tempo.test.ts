/** The own cases at another tempo and without flags: the model's speed and the client's manners are no evidence. */
import { describe, expect } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { callsUntil, firstStop } from './judge-run.ts';
import { ownCases, runOf, type OwnCase, type RawEvent } from './own-cases.ts';

const cases = ownCases();
const healthy = cases.filter(({ expect: expected }) => expected === 'not_stuck');
const stuck = cases.filter(({ expect: expected }) => expected === 'stuck');

const atTempo =
  (factor: number) =>
  (event: RawEvent): RawEvent =>
    typeof event['t_ms'] === 'number' ? { ...event, t_ms: event['t_ms'] * factor } : event;

/** The event as a client gives it that marks no errors: the text of the error is the result. */
function withoutFlag(event: RawEvent): RawEvent {
  const { error, result, ...rest } = event;
  if (typeof error !== 'string') return event;
  return { ...rest, result: typeof result === 'string' ? `${error}\n${result}` : error };
}

type Change = (event: RawEvent) => RawEvent;

function stopOf(one: OwnCase, change: Change): ReturnType<typeof firstStop> {
  return firstStop(runOf(one.id, one.events.map(change)));
}

function wronglyStopped(change: Change): string[] {
  return healthy.filter((one) => stopOf(one, change) !== null).map(({ id }) => id);
}

/** Stuck runs that were not stopped, or too early, or later than the case allows. */
function missedOrLate(change: Change): string[] {
  const wrong = stuck.filter((one) => {
    const stop = stopOf(one, change);
    const calls = stop === null ? -1 : callsUntil(stop, one.loop_start_event ?? 0);
    return calls < 0 || calls > (one.fires_within ?? 0);
  });
  return wrong.map(({ id }) => id);
}

describe('another tempo', () => {
  verifies('X1', 'four times as slow: no healthy run is stopped', () => {
    expect(wronglyStopped(atTempo(4))).toEqual([]);
  });

  verifies(
    'X1',
    'four times as slow: every stuck run is stopped, one of them a round later than allowed',
    () => {
      expect(missedOrLate(atTempo(4))).toEqual(['cycles/three-parallel-reads-each-round']);
    },
  );

  verifies('X1', 'twice as fast: no healthy run is stopped, no stuck one missed', () => {
    expect(wronglyStopped(atTempo(0.5))).toEqual([]);
    expect(missedOrLate(atTempo(0.5))).toEqual([]);
  });
});

describe('errors that nobody flags', () => {
  verifies('X1', 'every verdict stays', () => {
    expect(wronglyStopped(withoutFlag)).toEqual([]);
    expect(missedOrLate(withoutFlag)).toEqual([]);
  });
});
