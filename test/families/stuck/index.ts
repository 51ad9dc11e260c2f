/** Every family of stuck runs. */
import type { Family } from '../family.ts';
import { asksNobody } from './asks-nobody.ts';
import { blockedPath } from './blocked-path.ts';
import { brokenScript } from './broken-script.ts';
import { circularPages } from './circular-pages.ts';
import { clarifyingAgents } from './clarifying-agents.ts';
import { cleanInstall } from './clean-install.ts';
import { cleanRepository } from './clean-repository.ts';
import { crashLoop } from './crash-loop.ts';
import { deadButton } from './dead-button.ts';
import { editAndRevert } from './edit-and-revert.ts';
import { emptyInbox } from './empty-inbox.ts';
import { endlessWord } from './endless-word.ts';
import { failedJobWatch } from './failed-job-watch.ts';
import { failingToolsInTurn } from './failing-tools-in-turn.ts';
import { formatterAgainstLinter } from './formatter-against-linter.ts';
import { garbledPicture } from './garbled-picture.ts';
import { greetingAndCompaction } from './greeting-and-compaction.ts';
import { grepForNothing } from './grep-for-nothing.ts';
import { guessedColumns } from './guessed-columns.ts';
import { handedAround } from './handed-around.ts';
import { idleCommands } from './idle-commands.ts';
import { ignoredOffset } from './ignored-offset.ts';
import { inventedTools } from './invented-tools.ts';
import { listShuffling } from './list-shuffling.ts';
import { loginRotation } from './login-rotation.ts';
import { missingModule } from './missing-module.ts';
import { neverReturns } from './never-returns.ts';
import { noFreeSlot } from './no-free-slot.ts';
import { noteTaking } from './note-taking.ts';
import { otherClientSameRefusal } from './other-client-same-refusal.ts';
import { permutedKeywords } from './permuted-keywords.ts';
import { politeAgents } from './polite-agents.ts';
import { portInUse } from './port-in-use.ts';
import { proseAsCommand } from './prose-as-command.ts';
import { queryTimeouts } from './query-timeouts.ts';
import { readingInCircles } from './reading-in-circles.ts';
import { reassignedTicket } from './reassigned-ticket.ts';
import { rebaseConflict } from './rebase-conflict.ts';
import { refusedPrompt } from './refused-prompt.ts';
import { rejectedDraft } from './rejected-draft.ts';
import { replanOnLimit } from './replan-on-limit.ts';
import { requiredField } from './required-field.ts';
import { rerunWithFlags } from './rerun-with-flags.ts';
import { rewordedCommand } from './reworded-command.ts';
import { sameArticles } from './same-articles.ts';
import { sameFailureNewFile } from './same-failure-new-file.ts';
import { sameMessage } from './same-message.ts';
import { scannedPage } from './scanned-page.ts';
import { staleVersion } from './stale-version.ts';
import { stashAndPop } from './stash-and-pop.ts';
import { stopHookFeedback } from './stop-hook-feedback.ts';
import { switchToAndFro } from './switch-to-and-fro.ts';
import { synonymSearch } from './synonym-search.ts';
import { thereAndBack } from './there-and-back.ts';
import { thinkingAloud } from './thinking-aloud.ts';
import { threeInTurn } from './three-in-turn.ts';
import { twoRules } from './two-rules.ts';
import { unseenPicture } from './unseen-picture.ts';
import { upAndDown } from './up-and-down.ts';
import { versionConflict } from './version-conflict.ts';
import { wrongFolder } from './wrong-folder.ts';

export const stuckFamilies: readonly Family[] = [
  asksNobody,
  blockedPath,
  brokenScript,
  circularPages,
  clarifyingAgents,
  cleanInstall,
  cleanRepository,
  crashLoop,
  deadButton,
  editAndRevert,
  emptyInbox,
  endlessWord,
  failedJobWatch,
  failingToolsInTurn,
  formatterAgainstLinter,
  garbledPicture,
  greetingAndCompaction,
  grepForNothing,
  guessedColumns,
  handedAround,
  idleCommands,
  ignoredOffset,
  inventedTools,
  listShuffling,
  loginRotation,
  missingModule,
  neverReturns,
  noFreeSlot,
  noteTaking,
  otherClientSameRefusal,
  permutedKeywords,
  politeAgents,
  portInUse,
  proseAsCommand,
  queryTimeouts,
  readingInCircles,
  reassignedTicket,
  rebaseConflict,
  refusedPrompt,
  rejectedDraft,
  replanOnLimit,
  requiredField,
  rerunWithFlags,
  rewordedCommand,
  sameArticles,
  sameFailureNewFile,
  sameMessage,
  scannedPage,
  staleVersion,
  stashAndPop,
  stopHookFeedback,
  switchToAndFro,
  synonymSearch,
  thereAndBack,
  thinkingAloud,
  threeInTurn,
  twoRules,
  unseenPicture,
  upAndDown,
  versionConflict,
  wrongFolder,
];
