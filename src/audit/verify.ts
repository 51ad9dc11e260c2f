/**
 * The third door of this room: what an auditor checks with, in a browser as well as in Node.
 *
 * Nothing behind it needs Node, touches a file or holds a private key (`test/audit/browser-doors.test.ts`). The pairing
 * arithmetic has a door of its own, `verify-proofs.ts`: it is half a megabyte, and only who checks a proof loads it.
 *
 * @module
 */
export { TripwireError } from '../core/browser.ts';
export { base64Of, bytesOf, isSame } from './bytes.ts';
export { checkWindow } from './window-check.ts';
export { GENESIS_CARRY, MICRO, NOT_MEASURED, windowNumbers } from './window-numbers.ts';
export type { Carry, WindowNumbers } from './window-numbers.ts';
export { FLAG_NAMES, judgeWindow, violatedFlags } from './window-predicate.ts';
export type { FlagName } from './window-predicate.ts';
export { REST_VALUES, STANCE_VALUES, STEPS } from './window-shape.ts';
export type { AuditWindow, Rest, Stance } from './window-shape.ts';
export { readTrace, textProblems } from './trace-file.ts';
export { TraceVerifier } from './verify-trace.ts';
export type { WindowReport } from './verify-trace.ts';
export { leafHash, MerkleTree } from './merkle-tree.ts';
export { openCheckpoint, readVerifier } from './signed-note.ts';
export type { Checkpoint, Verifier } from './signed-note.ts';
export { checkTlogProof } from './tlog-proof.ts';
export { clockNotes, entryBytes, readEntry, windowEntry } from './log-entries.ts';
export type { LogEntry, WindowEntry } from './log-entries.ts';
