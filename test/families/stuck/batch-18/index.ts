import type { Family } from '../../family.ts';
import { autofixSeesaw } from './autofix-seesaw.ts';
import { flagsReordered } from './flags-reordered.ts';
import { frozenProgress } from './frozen-progress.ts';
import { nativeAddon } from './native-addon.ts';
import { noisyCrash } from './noisy-crash.ts';
import { rolledBackStack } from './rolled-back-stack.ts';
import { roundingSeesaw } from './rounding-seesaw.ts';
import { standingBy } from './standing-by.ts';
import { standupNotes } from './standup-notes.ts';
import { startsAfresh } from './starts-afresh.ts';
import { unableToReproduce } from './unable-to-reproduce.ts';
import { whoApproved } from './who-approved.ts';

export const stuckBatch18: readonly Family[] = [
  autofixSeesaw,
  flagsReordered,
  frozenProgress,
  nativeAddon,
  noisyCrash,
  rolledBackStack,
  roundingSeesaw,
  standingBy,
  standupNotes,
  startsAfresh,
  unableToReproduce,
  whoApproved,
];
