import type { Family } from '../../family.ts';
import { backgroundAgents } from './background-agents.ts';
import { blameWalk } from './blame-walk.ts';
import { botBranchesMerged } from './bot-branches-merged.ts';
import { branchesPruned } from './branches-pruned.ts';
import { commitPastHooks } from './commit-past-hooks.ts';
import { coverageClimbs } from './coverage-climbs.ts';
import { emulatorsBooted } from './emulators-booted.ts';
import { forbiddenAsExpected } from './forbidden-as-expected.ts';
import { leakMeasured } from './leak-measured.ts';
import { packagesPublished } from './packages-published.ts';
import { profileRounds } from './profile-rounds.ts';
import { splitUntilItFits } from './split-until-it-fits.ts';
import { workBetweenLooks } from './work-between-looks.ts';

export const healthyBatch23: readonly Family[] = [
  backgroundAgents,
  blameWalk,
  botBranchesMerged,
  branchesPruned,
  commitPastHooks,
  coverageClimbs,
  emulatorsBooted,
  forbiddenAsExpected,
  leakMeasured,
  packagesPublished,
  profileRounds,
  splitUntilItFits,
  workBetweenLooks,
];
