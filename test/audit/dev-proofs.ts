/**
 * The committed proofs of patient zero and the committed development key, for tests that prove nothing themselves.
 *
 * `tripwire audit prove` wrote the proofs; docs/audit-proofs.md has the command.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KeyFile, WindowProof } from '../../src/audit/proofs.ts';

const ROOT = join(import.meta.dirname, '../..');

export const DEV_KEY_FILE = join(ROOT, 'circuits/dev-insecure.json');
export const PROOFS_FILE = join(ROOT, 'test/fixtures/audit/patient-zero-proofs.jsonl');

/** The key of development. */
export const DEV_KEY = JSON.parse(readFileSync(DEV_KEY_FILE, 'utf8')) as KeyFile;

/** The proofs of patient zero's three windows. */
export const PROOFS: readonly WindowProof[] = readFileSync(PROOFS_FILE, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as WindowProof);

/** One of them; throws when there is none. */
export function proofAt(index: number): WindowProof {
  const proof = PROOFS[index];
  if (proof === undefined) throw new Error(`there is no committed proof ${index}`);
  return proof;
}
