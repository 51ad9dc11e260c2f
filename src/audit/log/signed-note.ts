/**
 * Signed notes (C2SP signed-note, tlog-checkpoint, tlog-cosignature): a text with Ed25519 signatures beneath it.
 *
 * A checkpoint says how large a log is and what its root is. The log's own signature shows that the holder of its key
 * said so; a witness's cosignature shows that somebody else has seen it, and when.
 */
import { hashes, verify } from '@noble/ed25519';
import { sha512 } from '@noble/hashes/sha2.js';
import { TripwireError } from '../../core/browser.ts';
import { base64Of, bytesOf, bytesOfBase64, hexOf, isSame, joined, sha256 } from '../bytes.ts';

/** Signature types of signed notes. */
export const ED25519 = 1;
export const COSIGNATURE_V1 = 4;
const KEY_HASH_BYTES = 4;
export const TIME_BYTES = 8;
const SIGNATURE_BYTES = 64;
export const PUBLIC_KEY_BYTES = 32;

/** Who may sign: a name and a public key. */
export interface Verifier {
  readonly name: string;
  /** Ed25519, or the cosignature of a witness. */
  readonly type: typeof ED25519 | typeof COSIGNATURE_V1;
  readonly publicKey: Uint8Array;
}

/** What a checkpoint says. */
export interface Checkpoint {
  readonly origin: string;
  readonly size: number;
  readonly root: Uint8Array;
}

/** A verifier as text: `name+hash+key`, as Go's note package writes it. */
export function verifierText(verifier: Verifier): string {
  const key = joined(Uint8Array.of(verifier.type), verifier.publicKey);
  return `${verifier.name}+${hexOf(keyHash(verifier))}+${base64Of(key)}`;
}

/** Reads what `verifierText` writes; throws `USAGE` for anything else. */
export function readVerifier(text: string): Verifier {
  const [, name = '', hash, encoded = ''] =
    /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(text.trim()) ?? [];
  const key = bytesOfBase64(encoded) ?? new Uint8Array();
  const [type] = key;
  const isKnown = type === ED25519 || type === COSIGNATURE_V1;
  const verifier = { name, type, publicKey: key.subarray(1) } as Verifier;
  if (!isKnown || key.length !== PUBLIC_KEY_BYTES + 1 || hexOf(keyHash(verifier)) !== hash) {
    throw new TripwireError(
      'USAGE',
      'a verifier key must look like name+0a1b2c3d+BASE64 (Ed25519)',
    );
  }
  return verifier;
}

function keyHash({ name, type, publicKey }: Verifier): Uint8Array {
  return sha256(bytesOf(`${name}\n`), Uint8Array.of(type), publicKey).subarray(0, KEY_HASH_BYTES);
}

/** The line of a note that is somebody's signature. */
export function signatureLine(verifier: Verifier, signature: Uint8Array): string {
  return `— ${verifier.name} ${base64Of(joined(keyHash(verifier), signature))}\n`;
}

/** What a signed checkpoint says, if the log signed it; throws `LOG_INVALID` otherwise. */
export function openCheckpoint(note: string, log: Verifier): Checkpoint {
  const { text, lines } = splitNote(note);
  if (!isSignedBy(text, lines, log)) fail(`it is not signed by ${log.name}`);
  const [origin = '', size = '', root = '', end, ...more] = text.split('\n');
  if (end !== '' || more.length > 0) fail('it must have three lines');
  if (!/^(0|[1-9][0-9]{0,14})$/.test(size)) fail(`its size is ${JSON.stringify(size)}`);
  const bytes = bytesOfBase64(root);
  if (bytes?.length !== 32) fail('its root is not a SHA-256 hash');
  if (origin !== log.name) fail(`its origin is ${JSON.stringify(origin)}, not ${log.name}`);
  return { origin, size: Number(size), root: bytes };
}

/** Whether a note bears the valid signature, or cosignature, of somebody. */
export function bearsSignature(note: string, verifier: Verifier): boolean {
  const { text, lines } = splitNote(note);
  return isSignedBy(text, lines, verifier);
}

/** A note with one more line, if that is a valid signature of the witness; throws `LOG_INVALID` otherwise. */
export function addCosignature(note: string, line: string, witness: Verifier): string {
  const { text, lines } = splitNote(note);
  const added = line.endsWith('\n') ? line : `${line}\n`;
  if (!isSignedBy(text, [added], witness))
    fail(`the line is not a signature of ${witness.name} on it`);
  return lines.includes(added) ? note : note + added;
}

/** What a witness signs. */
export function cosignedBytes(text: string, timeS: number | bigint): Uint8Array {
  return bytesOf(`cosignature/v1\ntime ${timeS}\n${text}`);
}

function isSignedBy(text: string, lines: readonly string[], verifier: Verifier): boolean {
  const hash = keyHash(verifier);
  return lines.some((line) => {
    const [, name, encoded = ''] = /^— (\S+) ([A-Za-z0-9+/]+={0,2})\n$/.exec(line) ?? [];
    const bytes = bytesOfBase64(encoded);
    if (bytes === null || name !== verifier.name) return false;
    if (!isSame(bytes.subarray(0, KEY_HASH_BYTES), hash)) return false;
    const signature = bytes.subarray(KEY_HASH_BYTES);
    if (verifier.type === ED25519) return isSignature(signature, bytesOf(text), verifier);
    if (signature.length !== TIME_BYTES + SIGNATURE_BYTES) return false;
    const timeS = new DataView(signature.buffer, signature.byteOffset).getBigUint64(0);
    return isSignature(signature.subarray(TIME_BYTES), cosignedBytes(text, timeS), verifier);
  });
}

/** Whether it is one by RFC 8032, strictly: no other encoding, no key of small order. */
function isSignature(signature: Uint8Array, said: Uint8Array, { publicKey }: Verifier): boolean {
  hashes.sha512 = sha512;
  return (
    signature.length === SIGNATURE_BYTES && verify(signature, said, publicKey, { zip215: false })
  );
}

/** The text that is signed, and the lines beneath it. */
export function splitNote(note: string): {
  readonly text: string;
  readonly lines: readonly string[];
} {
  const place = note.lastIndexOf('\n\n');
  if (place === -1 || !note.endsWith('\n')) fail('it is not a signed note');
  const lines = note
    .slice(place + 2)
    .split('\n')
    .slice(0, -1);
  if (lines.length === 0) fail('nobody signed it');
  const bad = lines.find((line) => !/^— \S+ [A-Za-z0-9+/]+={0,2}$/.test(line));
  if (bad !== undefined) fail(`${JSON.stringify(bad)} is not a signature line`);
  return { text: note.slice(0, place + 1), lines: lines.map((line) => `${line}\n`) };
}

function fail(problem: string): never {
  throw new TripwireError('LOG_INVALID', `the checkpoint cannot be trusted: ${problem}`);
}
