import type { Family } from '../../family.ts';
import { backgroundAgents } from './background-agents.ts';
import { blameWalk } from './blame-walk.ts';
import { botBranchesMerged } from './bot-branches-merged.ts';
import { commitPastHooks } from './commit-past-hooks.ts';
import { coverageClimbs } from './coverage-climbs.ts';
import { emulatorsBooted } from './emulators-booted.ts';
import { forbiddenAsExpected } from './forbidden-as-expected.ts';
import { leakMeasured } from './leak-measured.ts';
import { packagesPublished } from './packages-published.ts';
import { polluterFound } from './polluter-found.ts';
import { profileRounds } from './profile-rounds.ts';
import { splitUntilItFits } from './split-until-it-fits.ts';
import { workBetweenLooks } from './work-between-looks.ts';

export const healthyBatch23: readonly Family[] = [
  backgroundAgents,
  blameWalk,
  botBranchesMerged,
  commitPastHooks,
  coverageClimbs,
  emulatorsBooted,
  forbiddenAsExpected,
  leakMeasured,
  packagesPublished,
  polluterFound,
  profileRounds,
  splitUntilItFits,
  workBetweenLooks,
];
