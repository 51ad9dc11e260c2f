import type { Family } from '../../family.ts';
import { deviceCode } from './device-code.ts';
import { environmentRoulette } from './environment-roulette.ts';
import { guessedSelectors } from './guessed-selectors.ts';
import { recapOnDemand } from './recap-on-demand.ts';

export const stuckBatch20: readonly Family[] = [
  deviceCode,
  environmentRoulette,
  guessedSelectors,
  recapOnDemand,
];
