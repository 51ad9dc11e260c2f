/**
 * The autonomous loop: the rules that coding agents are held to, and the files in their projects.
 *
 * @module
 */
export { applyRules } from './apply-rules.ts';
export { handleLoopEvent } from './handle-loop-event.ts';
export type { LoopAnswer, LoopEvent } from './loop-event.ts';
export type { LoopHoldKind, LoopState } from './loop-state.ts';
export type { Manifest } from './manifest.ts';
export { DEFAULT_MANIFEST } from './manifest-text.ts';
export { readManifest } from './read-manifest.ts';
export { releaseLoopHold } from './release-loop-hold.ts';
export type { SafetyEvent } from './safety-log.ts';
export type { HoldSignal, Surroundings } from './situation.ts';
export { findStateFolder, makeStateFolder } from './state-folder.ts';
export type { StateFolder } from './state-folder.ts';
export { writeManifest } from './write-manifest.ts';
