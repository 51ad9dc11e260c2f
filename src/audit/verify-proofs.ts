/**
 * The fourth door of this room: the verifying of proofs, in a browser as well as in Node.
 *
 * It brings the pairing arithmetic, so a page loads it when there is a proof to check and not before.
 *
 * @module
 */
export { openKey } from './proofs/proof-key.ts';
export { chainProblems, signalsOf, statementOf } from './proofs/proof-statement.ts';
export type { Statement } from './proofs/proof-statement.ts';
export { batchProblems } from './proofs/proof-verify.ts';
export type { WindowProof } from './proofs/proof-verify.ts';
