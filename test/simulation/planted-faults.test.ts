/**
 * The simulator finds what it is there to find: each planted fault, soon, and in few moves.
 */
import { describe, expect, test } from 'vitest';
import { FROZEN_V0_2, step } from '../../src/core/index.ts';
import { failureText } from './failure.ts';
import { firstViolation } from './minimise.ts';
import { moveLine } from './moves.ts';
import { PLANTED_FAULTS } from './planted-faults.ts';
import { simulate } from './simulate.ts';

const RECORDS_MAX = 200_000;
/** The faults of eviction need 65 held sessions before they show; all others show in far fewer. */
const MOVES_MAX = 90;

describe('the simulator finds', () => {
  test.for(PLANTED_FAULTS)('$what', { timeout: 120_000 }, async ({ foundBy, makeStep, what }) => {
    const { failure } = await simulate({ seed: 'planted', recordsMin: RECORDS_MAX, makeStep });
    if (failure === null) throw new Error(`not found in ${RECORDS_MAX} records: ${what}`);
    const { violation, moves, records } = failure;
    const { invariant } = violation;
    console.log(`found after ${records} records, ${moves.length} moves, by ${invariant}: ${what}`);
    expect(foundBy, failureText(failure)).toContain(invariant);
    expect(moves.length).toBeLessThanOrEqual(MOVES_MAX);
  });

  test('the same failure again in the moves it prints, and none under the core itself', async () => {
    const [fault] = PLANTED_FAULTS;
    if (fault === undefined) throw new Error('there is a fault');
    const { makeStep } = fault;
    const { failure } = await simulate({ seed: 'planted', recordsMin: RECORDS_MAX, makeStep });
    if (failure === null) throw new Error('it was found before');
    expect(failure.constitution).toBe(FROZEN_V0_2.values.name);
    const watch = { healthy: false, frozen: true, digests: true, measureEvery: 1 };
    const trial = { makeStep, constitution: FROZEN_V0_2, watch };
    const { moves, violation } = failure;
    expect(firstViolation(moves, trial)?.invariant).toBe(violation.invariant);
    expect(firstViolation(moves, { ...trial, makeStep: () => step })).toBeNull();
    const text = failureText(failure);
    expect(text).toContain(`TRIPWIRE_SEED=${failure.seed} npx vitest run test/simulation`);
    for (const move of moves) expect(text).toContain(moveLine(move));
  });
});
