/** A gate that works as fast as it can, killed again and again, in short; `npm run kills` kills as often as it is told. */
import { expect } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { kills } from '../kit/runs.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { SeededRandom } from '../simulation/seeded-random.ts';
import { killGates } from './killed-gates.ts';

const KILLS = kills(6, 60);
const RECORDS_PER_KILL = 300;

verifies(
  ['T2', 'X5'],
  `${KILLS} times kill -9 of a gate at work: each acknowledged record is there, and people's acts hold`,
  async () => {
    const end = await killGates({
      folder: temporaryFolder('kills'),
      random: new SeededRandom('suite'),
      recordsPerKill: RECORDS_PER_KILL,
      isEnough: (soFar) => soFar.kills >= KILLS,
    });
    // Gates that never worked would have lost nothing.
    expect(end.acknowledged).toBeGreaterThan(KILLS * 20);
    expect(end.journals).toBeGreaterThan(0);
  },
);
