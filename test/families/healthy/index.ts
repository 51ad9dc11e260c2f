import type { Family } from '../family.ts';
import { approvalWait } from './approval-wait.ts';
import { arrayRebuild } from './array-rebuild.ts';
import { askedExpert } from './asked-expert.ts';
import { auditLogPages } from './audit-log-pages.ts';
import { autopilotChecklist } from './autopilot-checklist.ts';
import { backfill } from './backfill.ts';
import { backfilledDays } from './backfilled-days.ts';
import { backgroundOutput } from './background-output.ts';
import { backups } from './backups.ts';
import { healthyBatch15 } from './batch-15/index.ts';
import { healthyBatch16 } from './batch-16/index.ts';
import { healthyBatch17 } from './batch-17/index.ts';
import { healthyBatch18 } from './batch-18/index.ts';
import { healthyBatch19 } from './batch-19/index.ts';
import { healthyBatch20 } from './batch-20/index.ts';
import { healthyBatch21 } from './batch-21/index.ts';
import { healthyBatch22 } from './batch-22/index.ts';
import { healthyBatch23 } from './batch-23/index.ts';
import { healthyBatch24 } from './batch-24/index.ts';
import { healthyBatch25 } from './batch-25/index.ts';
import { healthyBatch26 } from './batch-26/index.ts';
import { healthyBatch27 } from './batch-27/index.ts';
import { healthyBatch28 } from './batch-28/index.ts';
import { boardUpkeep } from './board-upkeep.ts';
import { bookTranslation } from './book-translation.ts';
import { broadResearch } from './broad-research.ts';
import { canarySteps } from './canary-steps.ts';
import { casesThroughDesks } from './cases-through-desks.ts';
import { catalogueExport } from './catalogue-export.ts';
import { cherryPicks } from './cherry-picks.ts';
import { chess } from './chess.ts';
import { cleanTables } from './clean-tables.ts';
import { clusterRepair } from './cluster-repair.ts';
import { commentReplies } from './comment-replies.ts';
import { companyLookup } from './company-lookup.ts';
import { computerUse } from './computer-use.ts';
import { conformanceClimb } from './conformance-climb.ts';
import { consumerCatchesUp } from './consumer-catches-up.ts';
import { contactsSwiped } from './contacts-swiped.ts';
import { contendedWrites } from './contended-writes.ts';
import { curiousManager } from './curious-manager.ts';
import { dayByDay } from './day-by-day.ts';
import { deadCodeHunt } from './dead-code-hunt.ts';
import { debuggerSession } from './debugger-session.ts';
import { dictatedEdits } from './dictated-edits.ts';
import { diffReview } from './diff-review.ts';
import { difficultRelease } from './difficult-release.ts';
import { diskCleanup } from './disk-cleanup.ts';
import { docsCrawl } from './docs-crawl.ts';
import { downloadProgress } from './download-progress.ts';
import { drainingQueue } from './draining-queue.ts';
import { dungeonExplorer } from './dungeon-explorer.ts';
import { eachCommit } from './each-commit.ts';
import { editsWithMisses } from './edits-with-misses.ts';
import { emptyLookups } from './empty-lookups.ts';
import { eventInbox } from './event-inbox.ts';
/** Every family of healthy runs. */
import { everyFewMinutes } from './every-few-minutes.ts';
import { exportWithRefreshes } from './export-with-refreshes.ts';
import { fallingErrors } from './falling-errors.ts';
import { fewerErrors } from './fewer-errors.ts';
import { flakyGateway } from './flaky-gateway.ts';
import { flakyHunt } from './flaky-hunt.ts';
import { flashCards } from './flash-cards.ts';
import { fleetCheck } from './fleet-check.ts';
import { formWizard } from './form-wizard.ts';
import { generatedModules } from './generated-modules.ts';
import { goOn } from './go-on.ts';
import { greenAfterEach } from './green-after-each.ts';
import { gridSearch } from './grid-search.ts';
import { growingLog } from './growing-log.ts';
import { growingPauses } from './growing-pauses.ts';
import { hagglingAgents } from './haggling-agents.ts';
import { halfHourWatch } from './half-hour-watch.ts';
import { heartbeats } from './heartbeats.ts';
import { heldLock } from './held-lock.ts';
import { helpTexts } from './help-texts.ts';
import { hoursOfOutage } from './hours-of-outage.ts';
import { imageBatch } from './image-batch.ts';
import { interactiveShell } from './interactive-shell.ts';
import { interview } from './interview.ts';
import { largeFile } from './large-file.ts';
import { layoutPass } from './layout-pass.ts';
import { limitedPages } from './limited-pages.ts';
import { lintersInTurn } from './linters-in-turn.ts';
import { loadTest } from './load-test.ts';
import { logFollowing } from './log-following.ts';
import { longRebase } from './long-rebase.ts';
import { longRefactoring } from './long-refactoring.ts';
import { longReviewWait } from './long-review-wait.ts';
import { mailTriage } from './mail-triage.ts';
import { manyMails } from './many-mails.ts';
import { manyReviewers } from './many-reviewers.ts';
import { manyRowsChanged } from './many-rows-changed.ts';
import { marketMaker } from './market-maker.ts';
import { mergeTrain } from './merge-train.ts';
import { migrationsInOrder } from './migrations-in-order.ts';
import { mixedPress } from './mixed-press.ts';
import { modulePlans } from './module-plans.ts';
import { multipartUpload } from './multipart-upload.ts';
import { nameServers } from './name-servers.ts';
import { nextPlease } from './next-please.ts';
import { noddingPerson } from './nodding-person.ts';
import { noisyBenchmark } from './noisy-benchmark.ts';
import { noneOfThese } from './none-of-these.ts';
import { notebookAnalysis } from './notebook-analysis.ts';
import { numberPuzzle } from './number-puzzle.ts';
import { oldResources } from './old-resources.ts';
import { oneProblemAtATime } from './one-problem-at-a-time.ts';
import { oneRerunAfterAnother } from './one-rerun-after-another.ts';
import { opaqueTools } from './opaque-tools.ts';
import { orderEntry } from './order-entry.ts';
import { overnightBatch } from './overnight-batch.ts';
import { packageByPackage } from './package-by-package.ts';
import { pageByPage } from './page-by-page.ts';
import { parallelReads } from './parallel-reads.ts';
import { patientHours } from './patient-hours.ts';
import { pictureLabels } from './picture-labels.ts';
import { politeRetries } from './polite-retries.ts';
import { portalRows } from './portal-rows.ts';
import { prChecks } from './pr-checks.ts';
import { priceWatch } from './price-watch.ts';
import { promotedRelease } from './promoted-release.ts';
import { providerOutage } from './provider-outage.ts';
import { queueWorker } from './queue-worker.ts';
import { quietCleanup } from './quiet-cleanup.ts';
import { recordsByForm } from './records-by-form.ts';
import { redWhilePending } from './red-while-pending.ts';
import { redeliveredMessages } from './redelivered-messages.ts';
import { renameEverywhere } from './rename-everywhere.ts';
import { requestTrace } from './request-trace.ts';
import { resumedDownload } from './resumed-download.ts';
import { resumedSession } from './resumed-session.ts';
import { reviewQueue } from './review-queue.ts';
import { reviewRounds } from './review-rounds.ts';
import { reviewerPerChange } from './reviewer-per-change.ts';
import { rollingRestart } from './rolling-restart.ts';
import { sameAnswerToAll } from './same-answer-to-all.ts';
import { sameQuestionManyCustomers } from './same-question-many-customers.ts';
import { sameTestFurther } from './same-test-further.ts';
import { scaffolding } from './scaffolding.ts';
import { searchAndOpen } from './search-and-open.ts';
import { seededFuzzing } from './seeded-fuzzing.ts';
import { sensorRounds } from './sensor-rounds.ts';
import { serverStart } from './server-start.ts';
import { setUpDialog } from './set-up-dialog.ts';
import { sheetEntry } from './sheet-entry.ts';
import { shelfListing } from './shelf-listing.ts';
import { shipAChange } from './ship-a-change.ts';
import { simulationSteps } from './simulation-steps.ts';
import { skillForEach } from './skill-for-each.ts';
import { slowCompiler } from './slow-compiler.ts';
import { slowDebugging } from './slow-debugging.ts';
import { slowPipeline } from './slow-pipeline.ts';
import { sqlExploration } from './sql-exploration.ts';
import { stockRounds } from './stock-rounds.ts';
import { stubbornSuite } from './stubborn-suite.ts';
import { sums } from './sums.ts';
import { supportShift } from './support-shift.ts';
import { systematicReview } from './systematic-review.ts';
import { tableWatch } from './table-watch.ts';
import { tablesInAnswers } from './tables-in-answers.ts';
import { tenantMigration } from './tenant-migration.ts';
import { terminalScreens } from './terminal-screens.ts';
import { testMatrix } from './test-matrix.ts';
import { textAdventure } from './text-adventure.ts';
import { trainingRun } from './training-run.ts';
import { translatedKeys } from './translated-keys.ts';
import { translationService } from './translation-service.ts';
import { translation } from './translation.ts';
import { tuning } from './tuning.ts';
import { unhappyPerson } from './unhappy-person.ts';
import { verifyChain } from './verify-chain.ts';
import { versionsInTurn } from './versions-in-turn.ts';
import { wideOrchestration } from './wide-orchestration.ts';
import { windowsWithEdits } from './windows-with-edits.ts';

export const healthyFamilies: readonly Family[] = [
  approvalWait,
  arrayRebuild,
  askedExpert,
  auditLogPages,
  backfill,
  backfilledDays,
  backgroundOutput,
  backups,
  boardUpkeep,
  bookTranslation,
  broadResearch,
  canarySteps,
  catalogueExport,
  cherryPicks,
  chess,
  cleanTables,
  clusterRepair,
  commentReplies,
  computerUse,
  conformanceClimb,
  consumerCatchesUp,
  contactsSwiped,
  contendedWrites,
  curiousManager,
  deadCodeHunt,
  debuggerSession,
  dictatedEdits,
  diffReview,
  difficultRelease,
  diskCleanup,
  docsCrawl,
  downloadProgress,
  drainingQueue,
  dungeonExplorer,
  eachCommit,
  emptyLookups,
  eventInbox,
  exportWithRefreshes,
  fallingErrors,
  flakyGateway,
  flakyHunt,
  flashCards,
  fleetCheck,
  formWizard,
  generatedModules,
  gridSearch,
  hagglingAgents,
  halfHourWatch,
  heartbeats,
  heldLock,
  helpTexts,
  imageBatch,
  interactiveShell,
  interview,
  largeFile,
  layoutPass,
  logFollowing,
  longRebase,
  longRefactoring,
  longReviewWait,
  mailTriage,
  manyMails,
  marketMaker,
  mergeTrain,
  migrationsInOrder,
  mixedPress,
  modulePlans,
  multipartUpload,
  nameServers,
  noddingPerson,
  noisyBenchmark,
  notebookAnalysis,
  numberPuzzle,
  oldResources,
  oneProblemAtATime,
  opaqueTools,
  orderEntry,
  overnightBatch,
  pageByPage,
  parallelReads,
  pictureLabels,
  politeRetries,
  prChecks,
  priceWatch,
  providerOutage,
  queueWorker,
  quietCleanup,
  redeliveredMessages,
  renameEverywhere,
  requestTrace,
  resumedDownload,
  resumedSession,
  reviewQueue,
  reviewRounds,
  rollingRestart,
  sameQuestionManyCustomers,
  scaffolding,
  searchAndOpen,
  seededFuzzing,
  sensorRounds,
  serverStart,
  setUpDialog,
  sheetEntry,
  shelfListing,
  shipAChange,
  simulationSteps,
  skillForEach,
  slowCompiler,
  slowPipeline,
  sqlExploration,
  stockRounds,
  stubbornSuite,
  sums,
  supportShift,
  systematicReview,
  tablesInAnswers,
  tenantMigration,
  terminalScreens,
  testMatrix,
  textAdventure,
  trainingRun,
  translatedKeys,
  translationService,
  translation,
  tuning,
  unhappyPerson,
  verifyChain,
  wideOrchestration,
  autopilotChecklist,
  casesThroughDesks,
  companyLookup,
  dayByDay,
  editsWithMisses,
  lintersInTurn,
  loadTest,
  packageByPackage,
  portalRows,
  promotedRelease,
  reviewerPerChange,
  sameTestFurther,
  windowsWithEdits,
  everyFewMinutes,
  greenAfterEach,
  growingPauses,
  hoursOfOutage,
  manyReviewers,
  manyRowsChanged,
  nextPlease,
  noneOfThese,
  patientHours,
  redWhilePending,
  sameAnswerToAll,
  tableWatch,
  fewerErrors,
  goOn,
  growingLog,
  limitedPages,
  oneRerunAfterAnother,
  recordsByForm,
  slowDebugging,
  versionsInTurn,
  ...healthyBatch15,
  ...healthyBatch16,
  ...healthyBatch17,
  ...healthyBatch18,
  ...healthyBatch19,
  ...healthyBatch20,
  ...healthyBatch21,
  ...healthyBatch22,
  ...healthyBatch23,
  ...healthyBatch24,
  ...healthyBatch25,
  ...healthyBatch26,
  ...healthyBatch27,
  ...healthyBatch28,
];
