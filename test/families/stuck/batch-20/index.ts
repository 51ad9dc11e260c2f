import type { Family } from '../../family.ts';
import { afterYou } from './after-you.ts';
import { counterexampleReturns } from './counterexample-returns.ts';
import { deviceCode } from './device-code.ts';
import { environmentRoulette } from './environment-roulette.ts';
import { guessedEndpoints } from './guessed-endpoints.ts';
import { guessedSelectors } from './guessed-selectors.ts';
import { outputNeverWritten } from './output-never-written.ts';
import { recapOnDemand } from './recap-on-demand.ts';
import { sorryFixedNow } from './sorry-fixed-now.ts';

export const stuckBatch20: readonly Family[] = [
  afterYou,
  counterexampleReturns,
  deviceCode,
  environmentRoulette,
  guessedEndpoints,
  guessedSelectors,
  outputNeverWritten,
  recapOnDemand,
  sorryFixedNow,
];
