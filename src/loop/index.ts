/**
 * The autonomous loop: the rules that coding agents are held to, and the files in their projects.
 *
 * @module
 */
export { applyRules } from './rules/apply-rules.ts';
export { handleLoopEvent, type LoopRequest } from './handle-loop-event.ts';
export { SUPERVISED } from './look-around.ts';
export type { AskPlainly } from './plain/ask-plainly.ts';
export type { PlainOutcome, PlainQuestion } from './plain/plain-question.ts';
export { pinIdentity, showIdentity } from './identity/identity.ts';
export type { IdentityPin, IdentityQuestion, IdentityView } from './identity/identity.ts';
export { LoopError } from './loop-error.ts';
export type {
  JournalChange,
  JournalHold,
  JournalStanding,
  JournalOpener,
  LoopJournal,
  LoopReport,
} from './holds/loop-journal.ts';
export { loopHolds } from './holds/loop-holds.ts';
export { HOLD_KINDS } from './files/loop-state.ts';
export type { LoopHoldKind, LoopState } from './files/loop-state.ts';
export type { Manifest } from './manifest/manifest.ts';
export { DEFAULT_MANIFEST } from './manifest/manifest-text.ts';
export { releaseLoopHold } from './holds/release-loop-hold.ts';
export type { LoopRelease } from './holds/release-loop-hold.ts';
export type { SafetyEvent } from './files/safety-log.ts';
export type { HoldSignal, Surroundings } from './rules/situation.ts';
export { findStateFolder, makeStateFolder } from './files/state-folder.ts';
export type { StateFolder } from './files/state-folder.ts';
export { underStateLock } from './files/state-folder.ts';
export { linkProblem, trajectoryProblem } from './replays/proof.ts';
export { replaysFolder } from './replays/name.ts';
export { readTrajectory, trajectoryFiles } from './replays/read.ts';
export type { Trajectory } from './replays/read.ts';
export { TRAJECTORY_REASONS } from './replays/reason.ts';
export type { TrajectoryStep } from './replays/step.ts';
export { briefingText } from './files/briefing-text.ts';
export { readLoopFiles, writeLoopFiles, type LoopFiles } from './files/loop-files.ts';
export { HOLD_FILES, newSession, type SessionState, type LoopHold } from './files/loop-state.ts';
export { projectTestCommand } from './files/project-test-command.ts';
export { eventsOf } from './files/safety-log.ts';
export { LOCK_FILE } from './files/state-folder.ts';
export { filesWrittenSince, workingTree } from './files/working-tree.ts';
export {
  ADVISOR_BY_DEFAULT,
  ENGINES_BY_DEFAULT,
  type Engine,
  type EngineContext,
  type AdvisorSettings,
} from './manifest/engines.ts';
export { reconcileManifest } from './manifest/reconcile-manifest.ts';
export { dirtyBit, type DirtyBit } from './rules/completion-bits.ts';
export { adviceOf, advisorPrompt } from './advisor/advisor-prompt.ts';
export { readableOutput } from './advisor/readable-output.ts';
export { runningCalls } from './rules/hold-files.ts';
export { BRIEFING } from './rules/protected-paths.ts';
