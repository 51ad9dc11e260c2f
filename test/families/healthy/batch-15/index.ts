import type { Family } from '../../family.ts';
import { appointmentHunt } from './appointment-hunt.ts';
import { backports } from './backports.ts';
import { differenceNarrowed } from './difference-narrowed.ts';
import { leastPrivilege } from './least-privilege.ts';
import { mergeQueue } from './merge-queue.ts';
import { nodesRotated } from './nodes-rotated.ts';
import { partsBySubagents } from './parts-by-subagents.ts';
import { pixelDiff } from './pixel-diff.ts';
import { planTicked } from './plan-ticked.ts';
import { resetsOnTheWay } from './resets-on-the-way.ts';
import { sourcesRead } from './sources-read.ts';
import { strictErrors } from './strict-errors.ts';
import { templatesRegenerated } from './templates-regenerated.ts';
import { vendorLetters } from './vendor-letters.ts';

export const healthyBatch15: readonly Family[] = [
  appointmentHunt,
  backports,
  differenceNarrowed,
  leastPrivilege,
  mergeQueue,
  nodesRotated,
  partsBySubagents,
  pixelDiff,
  planTicked,
  resetsOnTheWay,
  sourcesRead,
  strictErrors,
  templatesRegenerated,
  vendorLetters,
];
