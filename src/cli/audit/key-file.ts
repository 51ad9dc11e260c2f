/**
 * Opens the key file that `audit prove` and `audit verify-proof` are given.
 */
import { readFileSync } from 'node:fs';
import { openKey, type VerificationKey } from '../../audit/proofs.ts';
import { TripwireError } from '../../core/index.ts';

/** The key in a file; throws `PROOF_INVALID` when it is none that may be used. */
export async function openKeyFile(file: string, allowDevSetup: boolean): Promise<VerificationKey> {
  return openKey(parsed(file), { allowDevSetup });
}

function parsed(file: string): unknown {
  const text = readFileSync(file, 'utf8');
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new TripwireError('PROOF_INVALID', `${file} is no JSON, so it is no key file`);
  }
}
