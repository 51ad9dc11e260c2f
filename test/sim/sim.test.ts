/**
 * The simulated server, in short: kept worlds first, then some that everybody plays. `npm run sim` plays for as long as it
 * is told.
 */
import { describe, expect, test } from 'vitest';
import { failureText } from './failure-text.ts';
import { keptWorlds } from './kept-worlds.ts';
import { simulate, type SimulationEnd } from './simulate.ts';
import { playWorld } from './world.ts';

/** So many at least, and on until everything has happened that can: at most so many. */
const CALLS_MIN = 3_000;
const CALLS_MAX = 30_000;

describe('a whole server in a simulated world', () => {
  test.for(keptWorlds())('keeps its promises where once $found', async ({ plan }) => {
    const { violation } = await playWorld(plan);
    expect(violation?.message).toBeUndefined();
  });

  test(`keeps its promises for ${CALLS_MIN} calls and more`, async () => {
    const isEnough = ({ calls, tally }: SimulationEnd) =>
      calls >= CALLS_MAX || (calls >= CALLS_MIN && tally.missing().length === 0);
    const { failure, tally } = await simulate({ seed: 'suite-2', shortens: false, isEnough });
    expect(failure === null ? '' : failureText(failure)).toBe('');
    expect(tally.missing()).toEqual([]);
  });

  test('is the same world for the same seed', async () => {
    const play = () => simulate({ seed: '41:23', shortens: false, isEnough: () => true });
    const [first, second] = [await play(), await play()];
    expect(second.tally.lines()).toEqual(first.tally.lines());
    expect(second.rows).toBe(first.rows);
  });
});
