/**
 * Poseidon over BN254 with circomlib's parameters, for 2, 4, 7 and 8 inputs: what the commitment ASC1 needs.
 *
 * The package has one entry a width, so that a verifier loads four tables and not sixteen. A hash costs about a
 * millisecond and windows repeat themselves (the same governance, the same idleness), so the last ones are remembered.
 */
import { poseidon2 } from 'poseidon-lite/poseidon2';
import { poseidon4 } from 'poseidon-lite/poseidon4';
import { poseidon7 } from 'poseidon-lite/poseidon7';
import { poseidon8 } from 'poseidon-lite/poseidon8';
import { assert } from '../../base/assert.ts';
import { BoundedMap } from '../../base/bounded-map.ts';

const WIDTHS: Readonly<Record<number, (inputs: bigint[]) => bigint>> = {
  2: poseidon2,
  4: poseidon4,
  7: poseidon7,
  8: poseidon8,
};

const REMEMBERED_MAX = 256;
const remembered = new BoundedMap<string, bigint>(REMEMBERED_MAX);

/** The hash of field elements. */
export function poseidon(inputs: readonly bigint[]): bigint {
  const key = inputs.map((one) => one.toString(36)).join(' ');
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const permute = WIDTHS[inputs.length];
  assert(permute !== undefined, `no Poseidon for ${inputs.length} inputs`);
  const result = permute([...inputs]);
  remembered.set(key, result);
  return result;
}
