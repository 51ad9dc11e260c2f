/** Every family of healthy runs. */
import type { Family } from '../family.ts';
import { boardUpkeep } from './board-upkeep.ts';
import { broadResearch } from './broad-research.ts';
import { cleanTables } from './clean-tables.ts';
import { debuggerSession } from './debugger-session.ts';
import { emptyLookups } from './empty-lookups.ts';
import { fleetCheck } from './fleet-check.ts';
import { formWizard } from './form-wizard.ts';
import { longRefactoring } from './long-refactoring.ts';
import { manyMails } from './many-mails.ts';
import { parallelReads } from './parallel-reads.ts';
import { providerOutage } from './provider-outage.ts';
import { queueWorker } from './queue-worker.ts';
import { reviewRounds } from './review-rounds.ts';
import { serverStart } from './server-start.ts';
import { shipAChange } from './ship-a-change.ts';
import { slowPipeline } from './slow-pipeline.ts';
import { supportShift } from './support-shift.ts';
import { trainingRun } from './training-run.ts';
import { translation } from './translation.ts';
import { tuning } from './tuning.ts';
import { verifyChain } from './verify-chain.ts';
import { wideOrchestration } from './wide-orchestration.ts';

export const healthyFamilies: readonly Family[] = [
  boardUpkeep,
  broadResearch,
  cleanTables,
  debuggerSession,
  emptyLookups,
  fleetCheck,
  formWizard,
  longRefactoring,
  manyMails,
  parallelReads,
  providerOutage,
  queueWorker,
  reviewRounds,
  serverStart,
  shipAChange,
  slowPipeline,
  supportShift,
  trainingRun,
  translation,
  tuning,
  verifyChain,
  wideOrchestration,
];
