/**
 * A proof that one entry is in the log, as one text (C2SP tlog-proof): what an auditor keeps beside a window.
 */
import { TripwireError } from '../../core/browser.ts';
import { base64Of, bytesOfBase64 } from '../bytes.ts';
import { isIncluded, leafHash } from './merkle-tree.ts';
import { openCheckpoint, type Verifier } from './signed-note.ts';

const FIRST_LINE = 'c2sp.org/tlog-proof@v1';

/** The proof as text. */
export function tlogProof(index: number, proof: readonly Uint8Array[], checkpoint: string): string {
  const hashes = proof.map((hash) => `${base64Of(hash)}\n`).join('');
  return `${FIRST_LINE}\nindex ${index}\n${hashes}\n${checkpoint}`;
}

/** The index at which the log holds an entry; throws `LOG_INVALID` when the proof does not show that. */
export function checkTlogProof(text: string, entry: Uint8Array, log: Verifier): number {
  const end = text.indexOf('\n\n');
  const [first, indexLine = '', ...hashes] = text.slice(0, Math.max(0, end)).split('\n');
  const [, digits] = /^index (0|[1-9][0-9]{0,14})$/.exec(indexLine) ?? [];
  if (first !== FIRST_LINE || digits === undefined) fail('it does not begin like one');
  const checkpoint = openCheckpoint(text.slice(end + 2), log);
  const proof = hashes.map((hash) => bytesOfBase64(hash) ?? fail('a hash is no base64'));
  const index = Number(digits);
  if (!isIncluded(leafHash(entry), index, checkpoint.size, proof, checkpoint.root)) {
    fail(`it does not lead from the entry to the root of ${checkpoint.size} entries`);
  }
  return index;
}

function fail(problem: string): never {
  throw new TripwireError('LOG_INVALID', `not a proof of this entry: ${problem}`);
}
