/** Asking each place in turn for what is scarce, and once more after a sleep, is patience; without a pause it is none. */
import { expect } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { detectThread, type TranscriptEvent } from '../index.ts';

const ZONES = ['east-1a', 'east-1b', 'east-1c', 'west-2a', 'west-2b', 'west-2c'];
const ROUNDS = 6;
const refusal =
  'An error occurred (InsufficientInstanceCapacity): We currently do not have sufficient capacity in the zone you requested.';

function rule(pauseMs: number) {
  let atMs = 1_790_000_000_000;
  const shell = (
    command: string,
    tookMs: number,
  ): Omit<TranscriptEvent & { kind: 'tool' }, 'result'> => {
    atMs += tookMs;
    return { kind: 'tool', tool: 'Bash', args: { command }, atMs };
  };
  const ask = (zone: string) => ({
    ...shell(`cloud start --zone ${zone} --type p5 --count 1`, 6_000),
    result: '',
    error: refusal,
  });
  const events = Array.from({ length: ROUNDS }, () => [
    ...ZONES.map(ask),
    ...(pauseMs === 0 ? [] : [{ ...shell(`sleep ${pauseMs / 1_000}`, pauseMs), result: '' }]),
  ]).flat();
  return detectThread({ id: 't', events }).rule;
}

verifies('X16', 'each of many is asked again after a sleep, and not at once', () => {
  expect(rule(600_000)).toBeNull();
  expect(rule(0)).toBe('no-progress');
});
