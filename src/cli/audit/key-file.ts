/**
 * Opens the key file that `audit prove` and `audit verify-proof` are given.
 */
import { readFileSync } from 'node:fs';
import { openKey, type VerificationKey } from '../../audit/proofs.ts';
import { parseJson } from '../../base/json-text.ts';
import { TripwireError } from '../../core/index.ts';

/** The key in a file; throws `PROOF_INVALID` when it is none that may be used. */
export async function openKeyFile(file: string, allowDevSetup: boolean): Promise<VerificationKey> {
  return openKey(keyIn(file), { allowDevSetup });
}

function keyIn(file: string): unknown {
  const value = parseJson(readFileSync(file, 'utf8'));
  if (value !== undefined) return value;
  throw new TripwireError('PROOF_INVALID', `${file} is not JSON, so it is not a key file`);
}
