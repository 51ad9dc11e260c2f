/**
 * Signed notes (C2SP signed-note, tlog-checkpoint, tlog-cosignature): a text with Ed25519 signatures beneath it.
 *
 * A checkpoint says how large a log is and what its root is. The log's own signature shows that the holder of its key
 * said so; a witness's cosignature shows that somebody else has seen it, and when.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';
import { TripwireError } from '../core/index.ts';

/** Signature types of signed notes. */
const ED25519 = 1;
const COSIGNATURE_V1 = 4;
const KEY_HASH_BYTES = 4;
const TIME_BYTES = 8;
const SIGNATURE_BYTES = 64;
const PUBLIC_KEY_BYTES = 32;
/** What stands before the 32 bytes of an Ed25519 key in its DER forms. */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Who may sign: a name and a public key. */
export interface Verifier {
  readonly name: string;
  /** Ed25519, or the cosignature of a witness. */
  readonly type: typeof ED25519 | typeof COSIGNATURE_V1;
  readonly publicKey: Buffer;
}

/** A log's key. */
export interface Signer {
  readonly verifier: Verifier;
  readonly privateKey: KeyObject;
}

/** What a checkpoint says. */
export interface Checkpoint {
  readonly origin: string;
  readonly size: number;
  readonly root: Buffer;
}

/** A signer from the 32 bytes of a seed. */
export function signerOf(name: string, seed: Uint8Array): Signer {
  const der = Buffer.concat([PKCS8_PREFIX, seed]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  const publicKey = spki.subarray(-PUBLIC_KEY_BYTES);
  return { verifier: { name, type: ED25519, publicKey }, privateKey };
}

/** A verifier as text: `name+hash+key`, as Go's note package writes it. */
export function verifierText(verifier: Verifier): string {
  const key = Buffer.concat([Buffer.of(verifier.type), verifier.publicKey]);
  return `${verifier.name}+${keyHash(verifier).toString('hex')}+${key.toString('base64')}`;
}

/** Reads what `verifierText` writes; throws `USAGE` for anything else. */
export function readVerifier(text: string): Verifier {
  const [, name = '', hash, encoded = ''] =
    /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(text.trim()) ?? [];
  const key = Buffer.from(encoded, 'base64');
  const [type] = key;
  const isKnown = type === ED25519 || type === COSIGNATURE_V1;
  const verifier = { name, type, publicKey: key.subarray(1) } as Verifier;
  if (
    !isKnown ||
    key.length !== PUBLIC_KEY_BYTES + 1 ||
    keyHash(verifier).toString('hex') !== hash
  ) {
    throw new TripwireError(
      'USAGE',
      'a verifier key must look like name+0a1b2c3d+BASE64 (Ed25519)',
    );
  }
  return verifier;
}

function keyHash({ name, type, publicKey }: Verifier): Buffer {
  const text = Buffer.concat([Buffer.from(`${name}\n`), Buffer.of(type), publicKey]);
  return createHash('sha256').update(text).digest().subarray(0, KEY_HASH_BYTES);
}

/** A checkpoint, signed by its log. */
export function signCheckpoint({ origin, size, root }: Checkpoint, signer: Signer): string {
  const text = `${origin}\n${size}\n${root.toString('base64')}\n`;
  const signature = sign(null, Buffer.from(text), signer.privateKey);
  return `${text}\n${signatureLine(signer.verifier, signature)}`;
}

function signatureLine(verifier: Verifier, signature: Uint8Array): string {
  const bytes = Buffer.concat([keyHash(verifier), signature]);
  return `— ${verifier.name} ${bytes.toString('base64')}\n`;
}

/** What a signed checkpoint says, if the log signed it; throws `LOG_INVALID` otherwise. */
export function openCheckpoint(note: string, log: Verifier): Checkpoint {
  const { text, lines } = splitNote(note);
  if (!isSignedBy(text, lines, log)) fail(`it is not signed by ${log.name}`);
  const [origin = '', size = '', root = '', end, ...more] = text.split('\n');
  if (end !== '' || more.length > 0) fail('it must have three lines');
  if (!/^(0|[1-9][0-9]{0,14})$/.test(size)) fail(`its size is ${JSON.stringify(size)}`);
  const bytes = Buffer.from(root, 'base64');
  if (bytes.length !== 32 || bytes.toString('base64') !== root) fail('its root is no SHA-256 hash');
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
    fail(`the line is no signature of ${witness.name} on it`);
  return lines.includes(added) ? note : note + added;
}

/** The line by which a witness says that it has seen a checkpoint at a time (seconds since 1970). */
export function cosign(note: string, name: string, seed: Uint8Array, timeS: number): string {
  const { verifier, privateKey } = signerOf(name, seed);
  const time = Buffer.alloc(TIME_BYTES);
  time.writeBigUInt64BE(BigInt(timeS));
  const signature = sign(null, cosigned(splitNote(note).text, timeS), privateKey);
  return signatureLine({ ...verifier, type: COSIGNATURE_V1 }, Buffer.concat([time, signature]));
}

function cosigned(text: string, timeS: number | bigint): Buffer {
  return Buffer.from(`cosignature/v1\ntime ${timeS}\n${text}`);
}

function isSignedBy(text: string, lines: readonly string[], verifier: Verifier): boolean {
  const hash = keyHash(verifier);
  const der = Buffer.concat([SPKI_PREFIX, verifier.publicKey]);
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  return lines.some((line) => {
    const [, name, encoded = ''] = /^— (\S+) ([A-Za-z0-9+/]+={0,2})\n$/.exec(line) ?? [];
    const bytes = Buffer.from(encoded, 'base64');
    if (name !== verifier.name || !bytes.subarray(0, KEY_HASH_BYTES).equals(hash)) return false;
    // One line, one form: the spare bits of base64 could otherwise be changed unseen.
    if (bytes.toString('base64') !== encoded) return false;
    const signature = bytes.subarray(KEY_HASH_BYTES);
    if (verifier.type === ED25519) {
      return (
        signature.length === SIGNATURE_BYTES && verify(null, Buffer.from(text), key, signature)
      );
    }
    if (signature.length !== TIME_BYTES + SIGNATURE_BYTES) return false;
    const said = cosigned(text, signature.readBigUInt64BE(0));
    return verify(null, said, key, signature.subarray(TIME_BYTES));
  });
}

/** The text that is signed, and the lines beneath it. */
function splitNote(note: string): { readonly text: string; readonly lines: readonly string[] } {
  const place = note.lastIndexOf('\n\n');
  if (place === -1 || !note.endsWith('\n')) fail('it is no signed note');
  const lines = note
    .slice(place + 2)
    .split('\n')
    .slice(0, -1);
  if (lines.length === 0) fail('nobody signed it');
  const bad = lines.find((line) => !/^— \S+ [A-Za-z0-9+/]+={0,2}$/.test(line));
  if (bad !== undefined) fail(`${JSON.stringify(bad)} is no line of a signature`);
  return { text: note.slice(0, place + 1), lines: lines.map((line) => `${line}\n`) };
}

function fail(problem: string): never {
  throw new TripwireError('LOG_INVALID', `the checkpoint cannot be trusted: ${problem}`);
}
