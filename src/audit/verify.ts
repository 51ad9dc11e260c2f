/**
 * The third door of this room: what an auditor checks with, in a browser as well as in Node.
 *
 * Nothing behind it needs Node, touches a file or holds a private key (`test/audit/browser-doors.test.ts`). The pairing
 * arithmetic has a door of its own, `verify-proofs.ts`: it is half a megabyte, and only who checks a proof loads it.
 *
 * @module
 */
export { base64Of, bytesOf, isSame } from './bytes.ts';
export { checkWindow } from './windows/window-check.ts';
export { GENESIS_CARRY, MICRO, NOT_MEASURED, windowNumbers } from './windows/window-numbers.ts';
export type { Carry, WindowNumbers } from './windows/window-numbers.ts';
export { FLAG_NAMES, judgeWindow, violatedFlags } from './windows/window-predicate.ts';
export type { FlagName } from './windows/window-predicate.ts';
export { REST_VALUES, STANCE_VALUES, STEPS } from './windows/window-shape.ts';
export type { AuditWindow, Rest, Stance } from './windows/window-shape.ts';
export { readTrace, textProblems } from './windows/trace-file.ts';
export { TraceVerifier } from './windows/verify-trace.ts';
export type { WindowReport } from './windows/verify-trace.ts';
export { leafHash, MerkleTree } from './log/merkle-tree.ts';
export { openCheckpoint, readVerifier } from './log/signed-note.ts';
export type { Checkpoint, Verifier } from './log/signed-note.ts';
export { checkTlogProof } from './log/tlog-proof.ts';
export { clockNotes, entryBytes, readEntry, windowEntry } from './log/log-entries.ts';
export type { LogEntry, WindowEntry } from './log/log-entries.ts';
