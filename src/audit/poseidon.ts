/**
 * Poseidon over BN254 with circomlib's parameters, for 2, 4, 7 and 8 inputs: what the commitment ASC1 needs.
 *
 * The package takes one entry a width, so that a verifier loads four tables and not sixteen.
 */
import { poseidon2 } from 'poseidon-lite/poseidon2';
import { poseidon4 } from 'poseidon-lite/poseidon4';
import { poseidon7 } from 'poseidon-lite/poseidon7';
import { poseidon8 } from 'poseidon-lite/poseidon8';

const WIDTHS: Readonly<Record<number, (inputs: bigint[]) => bigint>> = {
  2: poseidon2,
  4: poseidon4,
  7: poseidon7,
  8: poseidon8,
};

/** The hash of field elements. */
export function poseidon(inputs: readonly bigint[]): bigint {
  const permute = WIDTHS[inputs.length];
  if (permute === undefined) throw new Error(`no Poseidon for ${inputs.length} inputs`);
  return permute([...inputs]);
}
