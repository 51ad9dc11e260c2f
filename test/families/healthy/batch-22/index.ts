import type { Family } from '../../family.ts';
import { imageBuilds } from './image-builds.ts';
import { incidentUpdates } from './incident-updates.ts';
import { leadsQualified } from './leads-qualified.ts';
import { newsroom } from './newsroom.ts';
import { notebooksRerun } from './notebooks-rerun.ts';
import { queuedJobs } from './queued-jobs.ts';
import { releaseNotes } from './release-notes.ts';
import { rowsReconciled } from './rows-reconciled.ts';
import { shiftPlanning } from './shift-planning.ts';
import { stackBroughtUp } from './stack-brought-up.ts';
import { stateMoves } from './state-moves.ts';
import { statementsDownloaded } from './statements-downloaded.ts';

export const healthyBatch22: readonly Family[] = [
  imageBuilds,
  incidentUpdates,
  leadsQualified,
  newsroom,
  notebooksRerun,
  queuedJobs,
  releaseNotes,
  rowsReconciled,
  shiftPlanning,
  stackBroughtUp,
  stateMoves,
  statementsDownloaded,
];
