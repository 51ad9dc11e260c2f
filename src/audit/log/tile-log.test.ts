/** The log: its proofs at every small size, its files, and everything that may be changed in them. */
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { temporaryFolder } from '../../../test/kit/temporary-folder.ts';
import { hexOf } from '../bytes.ts';
import {
  addCosignature,
  bearsSignature,
  checkTlogProof,
  cosign,
  isContinued,
  isIncluded,
  leafHash,
  logSigner,
  MerkleTree,
  openCheckpoint,
  readLog,
  readLogKey,
  readVerifier,
  signerOf,
  TileLog,
  tlogProof,
  verifierText,
} from '../index.ts';

const entryOf = (index: number) => Buffer.from(`entry ${index}`);
const entriesTo = (count: number) => Array.from({ length: count }, (_, index) => entryOf(index));

function treeOf(size: number): MerkleTree {
  const tree = new MerkleTree();
  for (const entry of entriesTo(size)) tree.push(leafHash(entry));
  return tree;
}

describe('proofs', () => {
  const SIZE = 20;
  const tree = treeOf(SIZE);

  test('known roots of RFC 6962 trees', () => {
    expect(hexOf(new MerkleTree().root())).toMatch(/^e3b0c44298fc1c14/);
    expect(hexOf(leafHash(Buffer.alloc(0)))).toMatch(/^6e340b9cffb37a98/);
  });

  test('an entry is in every tree that has it, and nowhere else', () => {
    for (let size = 1; size <= SIZE; size += 1) {
      const root = tree.root(size);
      for (let index = 0; index < size; index += 1) {
        const leaf = leafHash(entryOf(index));
        const proof = tree.inclusionProof(index, size);
        expect(isIncluded(leaf, index, size, proof, root)).toBe(true);
        expect(isIncluded(leafHash(entryOf(index + 1)), index, size, proof, root)).toBe(false);
        expect(isIncluded(leaf, index, size, [...proof, leaf], root)).toBe(false);
        expect(isIncluded(leaf, index, size, proof, leaf) && size > 1).toBe(false);
        if (size > 1) expect(isIncluded(leaf, index ^ 1, size, proof, root)).toBe(false);
      }
    }
  });

  test('a tree continues every tree before it, and no other', () => {
    for (let size = 1; size <= SIZE; size += 1) {
      const later = { size, root: tree.root(size) };
      for (let before = 1; before <= size; before += 1) {
        const proof = tree.consistencyProof(before, size);
        expect(isContinued({ size: before, root: tree.root(before) }, later, proof)).toBe(true);
        const other = { size: before, root: leafHash(Buffer.from('other')) };
        expect(isContinued(other, later, proof)).toBe(false);
        if (proof.length > 0) {
          expect(
            isContinued({ size: before, root: tree.root(before) }, later, proof.slice(1)),
          ).toBe(false);
        }
      }
    }
  });
});

describe('a log in a folder', () => {
  let folder = '';
  const open = () => new TileLog(join(folder, 'log'), logSigner(join(folder, 'key')));
  beforeEach(() => {
    folder = temporaryFolder('log');
  });

  test('makes its key once, for its owner only', () => {
    const first = logSigner(join(folder, 'key'));
    expect(statSync(join(folder, 'key')).mode & 0o777).toBe(0o600);
    expect(logSigner(join(folder, 'key')).verifier).toEqual(first.verifier);
    writeFileSync(join(folder, 'key'), 'nothing\n');
    expect(() => logSigner(join(folder, 'key'))).toThrow('holds no key of a log');
  });

  verifies('A14', 'goes on where it ended, and every proof of it holds', () => {
    open().append(entriesTo(250));
    const log = open();
    expect(log.append(entriesTo(300).slice(250))).toBe(250);
    const key = readLogKey(join(folder, 'log'));
    const checkpoint = log.checkpoint ?? '';
    expect(openCheckpoint(checkpoint, key).size).toBe(300);
    expect(readLog(join(folder, 'log'), key).entries.map(String)).toEqual(
      entriesTo(300).map(String),
    );
    for (const index of [0, 249, 250, 255, 256, 299]) {
      const text = tlogProof(index, log.inclusionProof(index), checkpoint);
      expect(checkTlogProof(text, entryOf(index), key)).toBe(index);
      expect(() => checkTlogProof(text, entryOf(index + 1), key)).toThrow(
        'not a proof of this entry',
      );
    }
    const root = treeOf(250).root();
    const later = openCheckpoint(checkpoint, key);
    expect(isContinued({ size: 250, root }, later, log.consistencyProof(250))).toBe(true);
  });

  test('any changed byte in any of its files is found', () => {
    open().append(entriesTo(300));
    const place = join(folder, 'log');
    const key = readLogKey(place);
    const files = readdirSync(place, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile() && one.name !== 'key.pub')
      .map((one) => join(one.parentPath, one.name));
    expect(files.length).toBe(6);
    for (const file of files) {
      const bytes = readFileSync(file);
      for (let at = 0; at < bytes.length; at += Math.max(1, Math.floor(bytes.length / 40))) {
        const changed = Buffer.from(bytes);
        changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
        writeFileSync(file, changed);
        expect(() => readLog(place, key), `${file} at ${at}`).toThrow('cannot be trusted');
      }
      rmSync(file);
      const isHead = file.endsWith('checkpoint');
      if (!isHead) expect(() => readLog(place, key)).toThrow('cannot be trusted');
      writeFileSync(file, bytes);
    }
    expect(readLog(place, key).entries.length).toBe(300);
    writeFileSync(join(place, 'tile/0/000'), '');
    expect(open).toThrow('tile/0/000 does not hold the hashes of its entries');
  });

  test('what was written beyond the checkpoint is written again', () => {
    const log = open();
    log.append(entriesTo(3));
    const before = log.checkpoint ?? '';
    log.append([entryOf(3)]);
    const after = log.checkpoint;
    writeFileSync(join(folder, 'log/checkpoint'), before);
    const again = open();
    expect(again.size).toBe(3);
    again.append([entryOf(3)]);
    expect(again.checkpoint).toBe(after);
  });
});

describe('signatures', () => {
  const seed = Buffer.alloc(32, 7);
  const signer = signerOf('some.log', seed);
  const folder = temporaryFolder('log');
  const log = new TileLog(folder, signer);
  log.append([entryOf(0)]);
  const note = log.checkpoint ?? '';

  test('a key comes back from its text, and a changed text is none', () => {
    const text = verifierText(signer.verifier);
    expect(readVerifier(text)).toEqual(signer.verifier);
    expect(() => readVerifier(text.replace('some', 'same'))).toThrow('name+0a1b2c3d+BASE64');
  });

  test("another's key does not open it", () => {
    expect(() => openCheckpoint(note, signerOf('some.log', Buffer.alloc(32, 8)).verifier)).toThrow(
      'not signed by',
    );
    expect(() => openCheckpoint(note, signerOf('other.log', seed).verifier)).toThrow(
      'not signed by',
    );
  });

  test("a witness's line is added when it is one, and found again", () => {
    const line = cosign(note, 'witness.example', Buffer.alloc(32, 9), 1_700_000_000);
    const witness = {
      ...signerOf('witness.example', Buffer.alloc(32, 9)).verifier,
      type: 4 as const,
    };
    const cosigned = addCosignature(note, line, witness);
    expect(bearsSignature(note, witness)).toBe(false);
    expect(bearsSignature(cosigned, witness)).toBe(true);
    expect(openCheckpoint(cosigned, signer.verifier).size).toBe(1);
    expect(addCosignature(cosigned, line, witness)).toBe(cosigned);
    expect(readVerifier(verifierText(witness))).toEqual(witness);
    const other = cosign(note.replace('\n1\n', '\n2\n'), 'witness.example', Buffer.alloc(32, 9), 1);
    expect(() => addCosignature(note, other, witness)).toThrow(
      'not a signature of witness.example',
    );
  });
});
