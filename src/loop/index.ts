/**
 * The autonomous loop: the rules that coding agents are held to, and the files in their projects.
 *
 * @module
 */
export { applyRules } from './apply-rules.ts';
export { handleLoopEvent, type LoopRequest } from './handle-loop-event.ts';
export { pinIdentity, showIdentity } from './identity.ts';
export type { IdentityPin, IdentityQuestion, IdentityView } from './identity.ts';
export type { LoopAnswer, LoopEvent } from './loop-event.ts';
export { LoopError } from './loop-error.ts';
export type {
  JournalChange,
  JournalHold,
  LoopJournal,
  LoopReport,
  OpenJournal,
} from './loop-journal.ts';
export { loopHolds } from './loop-holds.ts';
export { HOLD_KINDS } from './loop-state.ts';
export type { LoopHoldKind, LoopState } from './loop-state.ts';
export type { Manifest } from './manifest.ts';
export { DEFAULT_MANIFEST } from './manifest-text.ts';
export { releaseLoopHold } from './release-loop-hold.ts';
export type { LoopRelease } from './release-loop-hold.ts';
export type { SafetyEvent } from './safety-log.ts';
export type { HoldSignal, Surroundings } from './situation.ts';
export { dataFolder, findStateFolder, homeOf, makeStateFolder } from './state-folder.ts';
export type { StateFolder } from './state-folder.ts';
export { underStateLock } from './state-lock.ts';
export { linkProblem, trajectoryProblem } from './trajectory-proof.ts';
export { replaysFolder } from './trajectory-name.ts';
export { readTrajectory, trajectoryFiles } from './trajectory-read.ts';
export type { Trajectory } from './trajectory-read.ts';
export { TRAJECTORY_REASONS } from './trajectory-reason.ts';
export type { TrajectoryStep } from './trajectory-step.ts';
