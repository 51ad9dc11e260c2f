import type { Family } from '../../family.ts';
import { coldStarts } from './cold-starts.ts';
import { environmentCreated } from './environment-created.ts';
import { helpDeskResets } from './help-desk-resets.ts';
import { hourlyBackups } from './hourly-backups.ts';
import { minesweeper } from './minesweeper.ts';
import { modulesAudited } from './modules-audited.ts';
import { partsExtracted } from './parts-extracted.ts';
import { picksUpAgain } from './picks-up-again.ts';
import { pullsRetried } from './pulls-retried.ts';
import { referencesLookedUp } from './references-looked-up.ts';
import { repositoriesSwept } from './repositories-swept.ts';
import { slowEpochs } from './slow-epochs.ts';

export const healthyBatch18: readonly Family[] = [
  coldStarts,
  environmentCreated,
  helpDeskResets,
  hourlyBackups,
  minesweeper,
  modulesAudited,
  partsExtracted,
  picksUpAgain,
  pullsRetried,
  referencesLookedUp,
  repositoriesSwept,
  slowEpochs,
];
