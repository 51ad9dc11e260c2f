/**
 * The second door of this room: proofs of windows.
 *
 * Apart from the first, because the arithmetic of pairings is half a megabyte, and a hook that asks the gate must not
 * wait for it.
 *
 * @module
 */
export { DEV_MARK, keyId, openKey } from './proofs/proof-key.ts';
export type { KeyFile, VerificationKey } from './proofs/proof-key.ts';
export { chainProblems, signalsOf, statementOf } from './proofs/proof-statement.ts';
export type { Statement } from './proofs/proof-statement.ts';
export { batchProblems, proofProblem } from './proofs/proof-verify.ts';
export type { WindowProof } from './proofs/proof-verify.ts';
export { circuitInput } from './proofs/proof-input.ts';
export type { CircuitInput } from './proofs/proof-input.ts';
export { loadCircuit, wireAt } from './proofs/proof-witness.ts';
export type { Circuit } from './proofs/proof-witness.ts';
export { commandProver, proveWindow, snarkjsProver } from './proofs/prover.ts';
export type { Prover, ProvenWindow, ProvingParts } from './proofs/prover.ts';
