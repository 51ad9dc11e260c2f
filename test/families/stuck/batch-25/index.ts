import type { Family } from '../../family.ts';
import { disableComments } from './disable-comments.ts';
import { notAccessible } from './not-accessible.ts';
import { numberPlease } from './number-please.ts';
import { queryTooSlow } from './query-too-slow.ts';
import { sessionLost } from './session-lost.ts';
import { stillOverlaps } from './still-overlaps.ts';

export const stuckBatch25: readonly Family[] = [
  disableComments,
  notAccessible,
  numberPlease,
  queryTooSlow,
  sessionLost,
  stillOverlaps,
];
