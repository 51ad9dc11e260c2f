/**
 * The simulated server, in short: kept worlds first, then some that everybody plays. `npm run sim` plays for as long as it
 * is told.
 */
import { describe, expect, test } from 'vitest';
import { failureText } from './failure-text.ts';
import { keptWorlds } from './kept-worlds.ts';
import { FLEETS, simulate, simulateWorlds, type SimulationEnd } from './simulate.ts';
import { playWorld } from './world.ts';

/** Enough that nearly everything happens that can; `npm run sim` tells what never did. */
const CALLS = 2_500;
const FLEET_CALLS = 3_000;
const NEVER_MAX = 5;
/** Far more than it takes, even on a busy machine. */
const PATIENT = { timeout: 300_000 };

describe('a whole server in a simulated world', () => {
  test.for(keptWorlds())('keeps its promises where once $found', PATIENT, async ({ plan }) => {
    const { violation } = await playWorld(plan);
    expect(violation?.message).toBeUndefined();
  });

  test(`keeps its promises for ${CALLS} calls`, PATIENT, async () => {
    const isEnough = ({ calls }: SimulationEnd) => calls >= CALLS;
    const { failure, tally } = await simulate({ seed: 'suite-2', shortens: false, isEnough });
    expect(failure === null ? '' : failureText(failure)).toBe('');
    expect(tally.missing().length, tally.missing().join('; ')).toBeLessThanOrEqual(NEVER_MAX);
  });

  test('is the same world for the same seed', PATIENT, async () => {
    const play = () => simulate({ seed: '41:23', shortens: false, isEnough: () => true });
    const [first, second] = [await play(), await play()];
    expect(second.tally.lines()).toEqual(first.tally.lines());
    expect(second.rows).toBe(first.rows);
  });
});

describe('several nodes on one database, in a simulated world', () => {
  test(`keep their promises for ${FLEET_CALLS} calls`, PATIENT, async () => {
    const isEnough = ({ calls }: SimulationEnd) => calls >= FLEET_CALLS;
    const options = { seed: 'suite-fleet', shortens: false, isEnough };
    const { failure, tally } = await simulateWorlds(FLEETS, options);
    expect(failure === null ? '' : failureText(failure)).toBe('');
    expect(tally.missing().length, tally.missing().join('; ')).toBeLessThanOrEqual(NEVER_MAX);
  });

  test('are the same world for the same seed', PATIENT, async () => {
    const options = { seed: '5:4', shortens: false, isEnough: () => true };
    const play = () => simulateWorlds(FLEETS, options);
    const [first, second] = [await play(), await play()];
    expect(second.tally.lines()).toEqual(first.tally.lines());
    expect(second.rows).toBe(first.rows);
  });
});
