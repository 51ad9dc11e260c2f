import type { Family } from '../../family.ts';
import { ciRounds } from './ci-rounds.ts';
import { conflictsResolved } from './conflicts-resolved.ts';
import { denialsOnTheWay } from './denials-on-the-way.ts';
import { failedShardsAgain } from './failed-shards-again.ts';
import { foundAfterMisses } from './found-after-misses.ts';
import { logsNarrowed } from './logs-narrowed.ts';
import { mutantsKilled } from './mutants-killed.ts';
import { pairsSettled } from './pairs-settled.ts';
import { planAmended } from './plan-amended.ts';
import { portAcrossCompactions } from './port-across-compactions.ts';
import { raceReproduced } from './race-reproduced.ts';
import { syncThrough429 } from './sync-through-429.ts';

export const healthyBatch21: readonly Family[] = [
  ciRounds,
  conflictsResolved,
  denialsOnTheWay,
  failedShardsAgain,
  foundAfterMisses,
  logsNarrowed,
  mutantsKilled,
  pairsSettled,
  planAmended,
  portAcrossCompactions,
  raceReproduced,
  syncThrough429,
];
