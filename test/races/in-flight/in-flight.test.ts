/** A stop between any two steps of requests under way, in short; `npm run stops` plays as many as it is told. */
import { expect } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { runs } from '../../kit/runs.ts';
import { playSchedules } from './play-schedules.ts';

const SCHEDULES = 300;

verifies(
  ['X5', 'T8'],
  'after an acknowledged stop no byte of what it covers leaves for the provider, and what it does not cover is answered',
  async () => {
    const { numRuns } = runs(SCHEDULES);
    const isEnough = ({ schedules }: { readonly schedules: number }) => schedules >= numRuns;
    const end = await playSchedules({ seed: 'suite', isEnough });
    expect(end.problem).toBeNull();
    // Schedules in which nothing was under way would show nothing.
    expect(end.metInFlight).toBeGreaterThan(numRuns / 10);
    expect(end.answered).toBeGreaterThan(numRuns / 10);
  },
);
