import type { Family } from '../../family.ts';
import { columnsCleaned } from './columns-cleaned.ts';
import { flagsRemoved } from './flags-removed.ts';
import { listingsCompared } from './listings-compared.ts';
import { restoreCounted } from './restore-counted.ts';
import { secretsRotated } from './secrets-rotated.ts';
import { ticketsTagged } from './tickets-tagged.ts';

export const healthyBatch25: readonly Family[] = [
  columnsCleaned,
  flagsRemoved,
  listingsCompared,
  restoreCounted,
  secretsRotated,
  ticketsTagged,
];
