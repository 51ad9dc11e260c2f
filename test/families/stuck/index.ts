import type { Family } from '../family.ts';
import { anyNews } from './any-news.ts';
import { asksCustomerAgain } from './asks-customer-again.ts';
import { asksNobody } from './asks-nobody.ts';
import { stuckBatch15 } from './batch-15/index.ts';
import { stuckBatch16 } from './batch-16/index.ts';
import { stuckBatch17 } from './batch-17/index.ts';
import { stuckBatch18 } from './batch-18/index.ts';
import { stuckBatch19 } from './batch-19/index.ts';
import { stuckBatch20 } from './batch-20/index.ts';
import { stuckBatch21 } from './batch-21/index.ts';
import { stuckBatch22 } from './batch-22/index.ts';
import { stuckBatch23 } from './batch-23/index.ts';
import { stuckBatch24 } from './batch-24/index.ts';
import { stuckBatch25 } from './batch-25/index.ts';
import { stuckBatch26 } from './batch-26/index.ts';
import { stuckBatch27 } from './batch-27/index.ts';
import { stuckBatch28 } from './batch-28/index.ts';
import { betweenTwoPages } from './between-two-pages.ts';
import { blockedPath } from './blocked-path.ts';
import { brokenScript } from './broken-script.ts';
/** Every family of stuck runs. */
import { busyWithNotes } from './busy-with-notes.ts';
import { cameBackEmpty } from './came-back-empty.ts';
import { circularPages } from './circular-pages.ts';
import { clarifyingAgents } from './clarifying-agents.ts';
import { cleanInstall } from './clean-install.ts';
import { cleanRepository } from './clean-repository.ts';
import { cleanSlate } from './clean-slate.ts';
import { clearedTask } from './cleared-task.ts';
import { codeNeverComes } from './code-never-comes.ts';
import { consentWall } from './consent-wall.ts';
import { courteousPair } from './courteous-pair.ts';
import { crashLoop } from './crash-loop.ts';
import { cycleOfMany } from './cycle-of-many.ts';
import { cycleOfSix } from './cycle-of-six.ts';
import { deadButton } from './dead-button.ts';
import { deadConsumer } from './dead-consumer.ts';
import { deadSubagent } from './dead-subagent.ts';
import { deniedCommands } from './denied-commands.ts';
import { deniedEndpoints } from './denied-endpoints.ts';
import { dockShuffle } from './dock-shuffle.ts';
import { dyingKernel } from './dying-kernel.ts';
import { editAndRevert } from './edit-and-revert.ts';
import { editNotFound } from './edit-not-found.ts';
import { elementNeverAppears } from './element-never-appears.ts';
import { emptyInbox } from './empty-inbox.ts';
import { endOfList } from './end-of-list.ts';
import { endlessWord } from './endless-word.ts';
import { everOtherWrapping } from './ever-other-wrapping.ts';
import { expiredAgain } from './expired-again.ts';
import { failedJobWatch } from './failed-job-watch.ts';
import { failingToolsInTurn } from './failing-tools-in-turn.ts';
import { firstPageAgain } from './first-page-again.ts';
import { forgottenChapters } from './forgotten-chapters.ts';
import { formatterAgainstLinter } from './formatter-against-linter.ts';
import { garbledPicture } from './garbled-picture.ts';
import { glossaryTug } from './glossary-tug.ts';
import { greetingAndCompaction } from './greeting-and-compaction.ts';
import { grepForNothing } from './grep-for-nothing.ts';
import { growingReadme } from './growing-readme.ts';
import { guessedColumns } from './guessed-columns.ts';
import { handedAround } from './handed-around.ts';
import { heartbeatLog } from './heartbeat-log.ts';
import { hookRewrites } from './hook-rewrites.ts';
import { hookSaysNo } from './hook-says-no.ts';
import { idleCommands } from './idle-commands.ts';
import { ignoredOffset } from './ignored-offset.ts';
import { inventedTools } from './invented-tools.ts';
import { jobThatIsGone } from './job-that-is-gone.ts';
import { kickedFromQueue } from './kicked-from-queue.ts';
import { listShuffling } from './list-shuffling.ts';
import { loginRotation } from './login-rotation.ts';
import { lookingAround } from './looking-around.ts';
import { lostMemory } from './lost-memory.ts';
import { lostVariable } from './lost-variable.ts';
import { missingModule } from './missing-module.ts';
import { neverMatches } from './never-matches.ts';
import { neverReturns } from './never-returns.ts';
import { noFreeSlot } from './no-free-slot.ts';
import { noHitsAnywhere } from './no-hits-anywhere.ts';
import { noNetwork } from './no-network.ts';
import { notTheSchema } from './not-the-schema.ts';
import { notValidJson } from './not-valid-json.ts';
import { noteTaking } from './note-taking.ts';
import { nothingThereEither } from './nothing-there-either.ts';
import { nothingToReclaim } from './nothing-to-reclaim.ts';
import { nudgedLayer } from './nudged-layer.ts';
import { oneLongLine } from './one-long-line.ts';
import { otherClientSameRefusal } from './other-client-same-refusal.ts';
import { otherPackageName } from './other-package-name.ts';
import { outOfMemory } from './out-of-memory.ts';
import { overlappingWindows } from './overlapping-windows.ts';
import { overriddenSetting } from './overridden-setting.ts';
import { pageOneAgain } from './page-one-again.ts';
import { passedAround } from './passed-around.ts';
import { patchMisses } from './patch-misses.ts';
import { peerDependency } from './peer-dependency.ts';
import { permutedKeywords } from './permuted-keywords.ts';
import { perpetualDiff } from './perpetual-diff.ts';
import { poisonMessage } from './poison-message.ts';
import { polishedComment } from './polished-comment.ts';
import { politeAgents } from './polite-agents.ts';
import { popularInstead } from './popular-instead.ts';
import { portInUse } from './port-in-use.ts';
import { promisedRefund } from './promised-refund.ts';
import { proseAsCommand } from './prose-as-command.ts';
import { proveYouAreHuman } from './prove-you-are-human.ts';
import { queryTimeouts } from './query-timeouts.ts';
import { readingInCircles } from './reading-in-circles.ts';
import { reassignedTicket } from './reassigned-ticket.ts';
import { rebaseConflict } from './rebase-conflict.ts';
import { refreshedToken } from './refreshed-token.ts';
import { refusedPrompt } from './refused-prompt.ts';
import { rejectedDraft } from './rejected-draft.ts';
import { rejectedPush } from './rejected-push.ts';
import { rejectedQuotes } from './rejected-quotes.ts';
import { relabelledCall } from './relabelled-call.ts';
import { replanOnLimit } from './replan-on-limit.ts';
import { reportsProgress } from './reports-progress.ts';
import { requiredField } from './required-field.ts';
import { rerunWithFlags } from './rerun-with-flags.ts';
import { rewordedCommand } from './reworded-command.ts';
import { rewrittenScript } from './rewritten-script.ts';
import { sameArticles } from './same-articles.ts';
import { sameBadGateway } from './same-bad-gateway.ts';
import { sameBrief } from './same-brief.ts';
import { sameDifference } from './same-difference.ts';
import { sameFailureNewFile } from './same-failure-new-file.ts';
import { sameMessage } from './same-message.ts';
import { samePageOfLog } from './same-page-of-log.ts';
import { sameSum } from './same-sum.ts';
import { sameTestOtherStack } from './same-test-other-stack.ts';
import { sameThreeAtOnce } from './same-three-at-once.ts';
import { scannedPage } from './scanned-page.ts';
import { sealedBox } from './sealed-box.ts';
import { secondOpinions } from './second-opinions.ts';
import { shallIProceed } from './shall-i-proceed.ts';
import { silentShell } from './silent-shell.ts';
import { skillWithoutAct } from './skill-without-act.ts';
import { staleRefs } from './stale-refs.ts';
import { staleVersion } from './stale-version.ts';
import { stampedCode } from './stamped-code.ts';
import { stashAndPop } from './stash-and-pop.ts';
import { stillNotExecutable } from './still-not-executable.ts';
import { stopHookFeedback } from './stop-hook-feedback.ts';
import { sudoVariants } from './sudo-variants.ts';
import { switchToAndFro } from './switch-to-and-fro.ts';
import { synonymSearch } from './synonym-search.ts';
import { takenBack } from './taken-back.ts';
import { thereAndBack } from './there-and-back.ts';
import { thinkingAloud } from './thinking-aloud.ts';
import { threeDesks } from './three-desks.ts';
import { threeInTurn } from './three-in-turn.ts';
import { toolsAtOdds } from './tools-at-odds.ts';
import { trappedInEditor } from './trapped-in-editor.ts';
import { twoRules } from './two-rules.ts';
import { unmovedBuild } from './unmoved-build.ts';
import { unseenPicture } from './unseen-picture.ts';
import { upAndDown } from './up-and-down.ts';
import { upAndDowngrade } from './up-and-downgrade.ts';
import { versionConflict } from './version-conflict.ts';
import { walledIn } from './walled-in.ts';
import { watchedCorpse } from './watched-corpse.ts';
import { wokenForNothing } from './woken-for-nothing.ts';
import { wrongFolder } from './wrong-folder.ts';

export const stuckFamilies: readonly Family[] = [
  anyNews,
  asksCustomerAgain,
  asksNobody,
  blockedPath,
  brokenScript,
  circularPages,
  clarifyingAgents,
  cleanInstall,
  cleanRepository,
  clearedTask,
  codeNeverComes,
  consentWall,
  crashLoop,
  cycleOfSix,
  deadButton,
  deadConsumer,
  deadSubagent,
  deniedCommands,
  deniedEndpoints,
  dockShuffle,
  dyingKernel,
  editAndRevert,
  editNotFound,
  emptyInbox,
  endOfList,
  endlessWord,
  everOtherWrapping,
  failedJobWatch,
  failingToolsInTurn,
  firstPageAgain,
  forgottenChapters,
  formatterAgainstLinter,
  garbledPicture,
  glossaryTug,
  greetingAndCompaction,
  grepForNothing,
  growingReadme,
  guessedColumns,
  handedAround,
  heartbeatLog,
  idleCommands,
  ignoredOffset,
  inventedTools,
  jobThatIsGone,
  kickedFromQueue,
  listShuffling,
  loginRotation,
  lookingAround,
  lostMemory,
  lostVariable,
  missingModule,
  neverReturns,
  noFreeSlot,
  noNetwork,
  notValidJson,
  noteTaking,
  nothingToReclaim,
  nudgedLayer,
  oneLongLine,
  otherClientSameRefusal,
  outOfMemory,
  overriddenSetting,
  permutedKeywords,
  perpetualDiff,
  poisonMessage,
  polishedComment,
  politeAgents,
  popularInstead,
  portInUse,
  promisedRefund,
  proseAsCommand,
  proveYouAreHuman,
  queryTimeouts,
  readingInCircles,
  reassignedTicket,
  rebaseConflict,
  refreshedToken,
  refusedPrompt,
  rejectedDraft,
  rejectedPush,
  rejectedQuotes,
  replanOnLimit,
  reportsProgress,
  requiredField,
  rerunWithFlags,
  rewordedCommand,
  sameArticles,
  sameDifference,
  sameFailureNewFile,
  sameMessage,
  sameSum,
  sameThreeAtOnce,
  scannedPage,
  secondOpinions,
  silentShell,
  skillWithoutAct,
  staleRefs,
  staleVersion,
  stampedCode,
  stashAndPop,
  stillNotExecutable,
  stopHookFeedback,
  switchToAndFro,
  synonymSearch,
  thereAndBack,
  thinkingAloud,
  threeInTurn,
  trappedInEditor,
  twoRules,
  unmovedBuild,
  unseenPicture,
  upAndDown,
  upAndDowngrade,
  versionConflict,
  walledIn,
  wokenForNothing,
  wrongFolder,
  elementNeverAppears,
  hookRewrites,
  noHitsAnywhere,
  overlappingWindows,
  pageOneAgain,
  patchMisses,
  peerDependency,
  sameBadGateway,
  sameBrief,
  sameTestOtherStack,
  shallIProceed,
  sudoVariants,
  threeDesks,
  busyWithNotes,
  cameBackEmpty,
  courteousPair,
  cycleOfMany,
  hookSaysNo,
  neverMatches,
  nothingThereEither,
  relabelledCall,
  sealedBox,
  takenBack,
  toolsAtOdds,
  watchedCorpse,
  betweenTwoPages,
  cleanSlate,
  expiredAgain,
  notTheSchema,
  otherPackageName,
  passedAround,
  rewrittenScript,
  samePageOfLog,
  ...stuckBatch15,
  ...stuckBatch16,
  ...stuckBatch17,
  ...stuckBatch18,
  ...stuckBatch19,
  ...stuckBatch20,
  ...stuckBatch21,
  ...stuckBatch22,
  ...stuckBatch23,
  ...stuckBatch24,
  ...stuckBatch25,
  ...stuckBatch26,
  ...stuckBatch27,
  ...stuckBatch28,
];
