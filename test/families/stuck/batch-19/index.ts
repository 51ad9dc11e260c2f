import type { Family } from '../../family.ts';
import { alreadyFinished } from './already-finished.ts';
import { cosmeticEdits } from './cosmetic-edits.ts';
import { deadDatabase } from './dead-database.ts';
import { helpersWithoutLogin } from './helpers-without-login.ts';
import { incidentForgotten } from './incident-forgotten.ts';
import { reportRewritten } from './report-rewritten.ts';

export const stuckBatch19: readonly Family[] = [
  alreadyFinished,
  cosmeticEdits,
  deadDatabase,
  helpersWithoutLogin,
  incidentForgotten,
  reportRewritten,
];
