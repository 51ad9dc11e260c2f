import type { Family } from '../../family.ts';
import { branchesPruned } from './branches-pruned.ts';
import { cartFilled } from './cart-filled.ts';
import { codemodByPackage } from './codemod-by-package.ts';
import { contractsAsked } from './contracts-asked.ts';
import { driveThrough } from './drive-through.ts';
import { figuresAsked } from './figures-asked.ts';
import { houseEvents } from './house-events.ts';
import { indexProgress } from './index-progress.ts';
import { pagesScrolled } from './pages-scrolled.ts';
import { queryTuned } from './query-tuned.ts';
import { roomsBooked } from './rooms-booked.ts';
import { scansTranscribed } from './scans-transcribed.ts';
import { tilesMerged } from './tiles-merged.ts';

export const healthyBatch24: readonly Family[] = [
  branchesPruned,
  cartFilled,
  codemodByPackage,
  contractsAsked,
  driveThrough,
  figuresAsked,
  houseEvents,
  indexProgress,
  pagesScrolled,
  queryTuned,
  roomsBooked,
  scansTranscribed,
  tilesMerged,
];
