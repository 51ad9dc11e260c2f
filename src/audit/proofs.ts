/**
 * The second door of this room: proofs of windows.
 *
 * Apart from the first, because the arithmetic of pairings is half a megabyte, and a hook that asks the gate must not
 * wait for it.
 *
 * @module
 */
export { DEV_MARK, keyId, openKey } from './proof-key.ts';
export type { KeyFile, VerificationKey } from './proof-key.ts';
export { chainProblems, signalsOf, statementOf } from './proof-statement.ts';
export type { Statement } from './proof-statement.ts';
export { batchProblems, proofProblem } from './proof-verify.ts';
export type { WindowProof } from './proof-verify.ts';
export { circuitInput } from './proof-input.ts';
export type { CircuitInput } from './proof-input.ts';
export { loadCircuit, wireAt } from './proof-witness.ts';
export type { Circuit } from './proof-witness.ts';
export { commandProver, proveWindow, snarkjsProver } from './prover.ts';
export type { Prover, ProvenWindow, ProvingParts } from './prover.ts';
