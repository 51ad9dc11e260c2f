/** The bytes of the browser are those of Node, and nothing has two spellings. */
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { base64Of, bytesOf, bytesOfBase64, hexOf, isSame, sha256, utf8OrNull } from './bytes.ts';
import { bearsSignature, readEntry } from './index.ts';
import { signatureLine, type Verifier } from './log/signed-note.ts';

test('hash, hex, base64 and UTF-8 are as Node makes them', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.string({ unit: 'binary' }), (bytes, text) => {
      const buffer = Buffer.from(bytes);
      expect(hexOf(sha256(bytes))).toBe(createHash('sha256').update(bytes).digest('hex'));
      expect(hexOf(bytes)).toBe(buffer.toString('hex'));
      expect(base64Of(bytes)).toBe(buffer.toString('base64'));
      expect(bytesOfBase64(base64Of(bytes))).toEqual(bytes);
      expect(isSame(bytesOf(text), Buffer.from(text))).toBe(true);
      expect(utf8OrNull(bytesOf(text))).toBe(text);
    }),
  );
});

test('a hash of parts is the hash of the whole', () => {
  expect(sha256(bytesOf('a'), bytesOf('bc'))).toEqual(sha256(bytesOf('abc')));
});

test.each(['QQ', 'QR==', ' QQ==', 'QQ==\n', 'Q?==', 'QQ==QQ=='])(
  'base64 is written in one way, and %j is not it',
  (text) => {
    expect(bytesOfBase64(text)).toBeNull();
  },
);

test('bytes that are no text are none, and no entry of a log', () => {
  const bytes = Uint8Array.of(0x22, 0xff, 0x22);
  expect(utf8OrNull(bytes)).toBeNull();
  expect(() => readEntry(bytes, 3)).toThrow('entry 3 of the log is none');
  expect(utf8OrNull(Uint8Array.of(0xef, 0xbb, 0xbf, 0x41))).toBe('\ufeffA');
});

test("Node's signatures hold, and no changed one does", () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  const verifier: Verifier = { name: 'log', type: 1, publicKey: new Uint8Array(raw) };
  const text = 'log\n1\nroot\n';
  const signature = new Uint8Array(sign(null, bytesOf(text), privateKey));
  const note = (bytes: Uint8Array) => `${text}\n${signatureLine(verifier, bytes)}`;
  expect(bearsSignature(note(signature), verifier)).toBe(true);
  for (const place of [0, 31, 32, 63]) {
    const changed = signature.with(place, (signature[place] ?? 0) ^ 1);
    expect(bearsSignature(note(changed), verifier)).toBe(false);
  }
  expect(bearsSignature(note(signature.subarray(1)), verifier)).toBe(false);
  // A key of small order, for which anybody can make signatures, verifies none.
  const weak: Verifier = { ...verifier, publicKey: new Uint8Array(32).with(0, 1) };
  const forged = new Uint8Array(64).with(0, 1);
  expect(bearsSignature(`${text}\n${signatureLine(weak, forged)}`, weak)).toBe(false);
});
