/**
 * What proves afterwards what happened: the chain of the journal, and the windows measured on it.
 *
 * @module
 */
export { checkWindow } from './windows/window-check.ts';
export {
  commitWindow,
  FIELD_ORDER,
  packedCarry,
  rootText,
  unpackedCarry,
} from './windows/window-commitment.ts';
export { GENESIS_CARRY, RHO_FLOOR, windowNumbers } from './windows/window-numbers.ts';
export type { Carry } from './windows/window-numbers.ts';
export { openingProblem, openLeaves, randomSalts } from './windows/window-opening.ts';
export {
  FLAG_NAMES,
  invariantsOf,
  judgeWindow,
  violatedFlags,
} from './windows/window-predicate.ts';
export type { FlagName } from './windows/window-predicate.ts';
export type { AuditWindow } from './windows/window-shape.ts';
export { readTrace, textProblems } from './windows/trace-file.ts';
export { TraceVerifier } from './windows/verify-trace.ts';
export type { WindowReport } from './windows/verify-trace.ts';
export { isContinued, isIncluded, leafHash, MerkleTree } from './log/merkle-tree.ts';
export {
  addCosignature,
  bearsSignature,
  openCheckpoint,
  readVerifier,
  verifierText,
} from './log/signed-note.ts';
export type { Verifier } from './log/signed-note.ts';
export { cosign, signerOf } from './log/note-signer.ts';
export type { Signer } from './log/note-signer.ts';
export { logSigner, readLog, readLogKey, TileLog, writeLog } from './log/tile-log.ts';
export type { ReadLog } from './log/tile-log.ts';
export { checkTlogProof, tlogProof } from './log/tlog-proof.ts';
export { AuditBook } from './log/audit-book.ts';
export {
  agentOfWindow,
  clockNotes,
  entryBytes,
  gapsOf,
  marksOf,
  readEntry,
  stretchesOf,
  windowEntry,
  windowHash,
} from './log/log-entries.ts';
export type { LogEntry, Stretch, TraceMark, WindowEntry } from './log/log-entries.ts';
export { actsOfTrace, sharedProblems } from './windows/shared-acts.ts';
export type { SharedAct } from './windows/shared-acts.ts';
export { newRecorder, Recorder, RECORDER_VERSION } from './windows/recorder.ts';
export type { MeasuredWindow } from './windows/recorder.ts';
export { traceEnd } from './windows/trace-end.ts';
export { WINDOW_MS } from './windows/window-steps.ts';
export type { Gap } from './windows/window-steps.ts';
export { isInLedger, ledgerProof, ledgerRoot, narrativeHash } from './windows/sub-ledgers.ts';
export { storyBodyTrace } from './windows/story-body-trace.ts';
export { restOwedMs } from './windows/rest-governor.ts';
export type { Ledgers } from './windows/sub-ledgers.ts';
export { readSharedActs, recordWindows } from './windows/record-windows.ts';
