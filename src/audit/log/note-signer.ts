/**
 * Signing of notes: a log's checkpoint, and a witness's cosignature beneath it.
 *
 * Apart from the reading of notes (`signed-note.ts`), which runs in an auditor's browser too. No private key comes there.
 */
import { createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto';
import { base64Of, bytesOf, joined } from '../bytes.ts';
import {
  COSIGNATURE_V1,
  cosignedBytes,
  ED25519,
  PUBLIC_KEY_BYTES,
  signatureLine,
  splitNote,
  TIME_BYTES,
  type Checkpoint,
  type Verifier,
} from './signed-note.ts';

/** What stands before the 32 bytes of an Ed25519 seed in its DER form. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A log's key. */
export interface Signer {
  readonly verifier: Verifier;
  readonly privateKey: KeyObject;
}

/** A signer from the 32 bytes of a seed. */
export function signerOf(name: string, seed: Uint8Array): Signer {
  const der = Buffer.concat([PKCS8_PREFIX, seed]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  const publicKey = new Uint8Array(spki.subarray(-PUBLIC_KEY_BYTES));
  return { verifier: { name, type: ED25519, publicKey }, privateKey };
}

/** A checkpoint, signed by its log. */
export function signCheckpoint({ origin, size, root }: Checkpoint, signer: Signer): string {
  const text = `${origin}\n${size}\n${base64Of(root)}\n`;
  const signature = sign(null, bytesOf(text), signer.privateKey);
  return `${text}\n${signatureLine(signer.verifier, signature)}`;
}

/** The line by which a witness says that it has seen a checkpoint at a time (seconds since 1970). */
export function cosign(note: string, name: string, seed: Uint8Array, timeS: number): string {
  const { verifier, privateKey } = signerOf(name, seed);
  const time = Buffer.alloc(TIME_BYTES);
  time.writeBigUInt64BE(BigInt(timeS));
  const signature = sign(null, cosignedBytes(splitNote(note).text, timeS), privateKey);
  return signatureLine({ ...verifier, type: COSIGNATURE_V1 }, joined(time, signature));
}
