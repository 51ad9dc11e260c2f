/**
 * What proves afterwards what happened: the chain of the journal, and the windows measured on it.
 *
 * @module
 */
export { journalBody, readJournalBody } from './journal-body.ts';
export type { EvidenceEntry, JournalEntry, RecordEntry, SegmentEntry } from './journal-body.ts';
export { chainHash, GENESIS_HASH, verifyChain } from './journal-chain.ts';
export type { ChainPlace, ChainReport, ChainRow } from './journal-chain.ts';
export { checkWindow } from './window-check.ts';
export {
  commitWindow,
  FIELD_ORDER,
  packedCarry,
  rootText,
  unpackedCarry,
} from './window-commitment.ts';
export { GENESIS_CARRY, RHO_FLOOR, windowNumbers } from './window-numbers.ts';
export type { Carry } from './window-numbers.ts';
export { openingProblem, openLeaves, randomSalts } from './window-opening.ts';
export { FLAG_NAMES, invariantsOf, judgeWindow, violatedFlags } from './window-predicate.ts';
export type { FlagName } from './window-predicate.ts';
export type { AuditWindow } from './window-shape.ts';
export { readTrace, textProblems } from './trace-file.ts';
export { TraceVerifier } from './verify-trace.ts';
export type { WindowReport } from './verify-trace.ts';
export { isContinued, isIncluded, leafHash, MerkleTree } from './merkle-tree.ts';
export {
  addCosignature,
  bearsSignature,
  openCheckpoint,
  readVerifier,
  verifierText,
} from './signed-note.ts';
export type { Verifier } from './signed-note.ts';
export { cosign, signerOf } from './note-signer.ts';
export type { Signer } from './note-signer.ts';
export { logSigner, readLog, readLogKey, TileLog, writeLog } from './tile-log.ts';
export type { ReadLog } from './tile-log.ts';
export { checkTlogProof, tlogProof } from './tlog-proof.ts';
export { AuditBook } from './audit-book.ts';
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
} from './log-entries.ts';
export type { LogEntry, Stretch, TraceMark, WindowEntry } from './log-entries.ts';
export { actsOfTrace, sharedAct, sharedProblems } from './shared-acts.ts';
export type { SharedAct } from './shared-acts.ts';
export { newRecorder, Recorder, RECORDER_VERSION } from './recorder.ts';
export type { MeasuredWindow } from './recorder.ts';
export { traceEnd } from './trace-end.ts';
export { WINDOW_MS } from './window-steps.ts';
export type { Gap } from './window-steps.ts';
export { isInLedger, ledgerProof, ledgerRoot, narrativeHash } from './sub-ledgers.ts';
export { storyBodyTrace } from './story-body-trace.ts';
export { restOwedMs } from './rest-governor.ts';
export type { Ledgers } from './sub-ledgers.ts';
