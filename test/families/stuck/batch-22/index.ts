import type { Family } from '../../family.ts';
import { alreadyExists } from './already-exists.ts';
import { auditFix } from './audit-fix.ts';
import { bannerReturns } from './banner-returns.ts';
import { bouncedMail } from './bounced-mail.ts';
import { dialogRestarts } from './dialog-restarts.ts';
import { imageStepFails } from './image-step-fails.ts';
import { plannerAndWorker } from './planner-and-worker.ts';
import { reviewsAgain } from './reviews-again.ts';
import { runbookAgain } from './runbook-again.ts';
import { sqlSameError } from './sql-same-error.ts';
import { stateLock } from './state-lock.ts';
import { trainingRelaunched } from './training-relaunched.ts';
import { updateNotKept } from './update-not-kept.ts';

export const stuckBatch22: readonly Family[] = [
  alreadyExists,
  auditFix,
  bannerReturns,
  bouncedMail,
  dialogRestarts,
  imageStepFails,
  plannerAndWorker,
  reviewsAgain,
  runbookAgain,
  sqlSameError,
  stateLock,
  trainingRelaunched,
  updateNotKept,
];
