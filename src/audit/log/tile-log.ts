/**
 * A transparency log in a folder (C2SP tlog-tiles): entries, tiles and a signed checkpoint as plain files, which any
 * static server can publish.
 *
 * The checkpoint is written last and by a rename, so after a crash the log is what its checkpoint says; entries beyond
 * it are written again. Opening reads the entries themselves and compares their root: a log that was edited on the disk
 * is not continued.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeWhole } from '../../base/node/whole-file.ts';
import { TripwireError } from '../../core/index.ts';
import { isSame } from '../bytes.ts';
import { leafHash, MerkleTree } from './merkle-tree.ts';
import { signCheckpoint, signerOf, type Signer } from './note-signer.ts';
import { openCheckpoint, readVerifier, verifierText, type Verifier } from './signed-note.ts';
import { entryBundle, readBundle, TILE_WIDTH, tilePath } from './tile-paths.ts';

const ENTRY_BYTES_MAX = 65_535;
const TILE_LEVEL_BITS = 8;
const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;
const SEED_BYTES = 32;

/** The key of a log; made in the folder if there is none. Only its owner may read it. */
export function logSigner(keyFile: string): Signer {
  if (!existsSync(keyFile)) {
    mkdirSync(dirname(keyFile), { recursive: true, mode: PRIVATE_FOLDER });
    const seed = randomBytes(SEED_BYTES);
    // The name must be nobody else's, and nobody hands out names here.
    const name = `tripwire-log-${randomBytes(6).toString('hex')}`;
    writeWhole(keyFile, Buffer.from(`${name}\n${seed.toString('base64')}\n`), {
      mode: PRIVATE_FILE,
    });
  }
  const [name = '', encoded = ''] = readFileSync(keyFile, 'utf8').split('\n');
  const seed = Buffer.from(encoded, 'base64');
  if (!/^[^\s+]+$/.test(name) || seed.length !== SEED_BYTES) {
    throw new TripwireError(
      'LOG_INVALID',
      `${keyFile} holds no key of a log: restore it from a copy`,
    );
  }
  chmodSync(keyFile, PRIVATE_FILE);
  return signerOf(name, seed);
}

/** What is in a log's folder, checked. */
export interface ReadLog {
  readonly tree: MerkleTree;
  readonly entries: readonly Buffer[];
  /** The signed note; null before the first entry. */
  readonly checkpoint: string | null;
}

/** Reads a log and recomputes its root; throws `LOG_INVALID` naming what does not fit. */
export function readLog(folder: string, verifier: Verifier): ReadLog {
  const tree = new MerkleTree();
  const file = join(folder, 'checkpoint');
  if (!existsSync(file)) return { tree, entries: [], checkpoint: null };
  const checkpoint = readFileSync(file, 'utf8');
  const { size, root } = openCheckpoint(checkpoint, verifier);
  const entries: Buffer[] = [];
  while (entries.length < size) {
    const index = Math.floor(entries.length / TILE_WIDTH);
    const width = Math.min(TILE_WIDTH, size - index * TILE_WIDTH);
    const path = tilePath('entries', index, width);
    const bundle = existsSync(join(folder, path))
      ? readBundle(readFileSync(join(folder, path)))
      : null;
    if (bundle?.length !== width) fail(`${path} is missing or does not hold ${width} entries`);
    entries.push(...bundle);
  }
  for (const entry of entries) tree.push(leafHash(entry));
  if (!isSame(tree.root(), root)) fail('its entries do not give the root that is signed');
  checkTiles(folder, tree);
  return { tree, entries, checkpoint };
}

/** The key that a log says is its own; whoever has it from elsewhere compares. */
export function readLogKey(folder: string): Verifier {
  return readVerifier(readFileSync(join(folder, 'key.pub'), 'utf8'));
}

/** Writes a log that was read into another folder: nothing but what its checkpoint vouches for. */
export function writeLog(folder: string, { tree, entries, checkpoint }: ReadLog, key: Verifier) {
  const write = (path: string, bytes: Buffer): void => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true, mode: PRIVATE_FOLDER });
    writeWhole(file, bytes);
  };
  write('key.pub', Buffer.from(`${verifierText(key)}\n`));
  for (const { path, bytes } of bundlesOf(entries, 0)) write(path, bytes);
  for (const { path, bytes } of tilesOf(tree, 0)) write(path, bytes);
  if (checkpoint !== null) write('checkpoint', Buffer.from(checkpoint));
}

function checkTiles(folder: string, tree: MerkleTree): void {
  for (const { path, bytes } of tilesOf(tree, 0)) {
    const file = join(folder, path);
    if (!existsSync(file)) fail(`${path} is missing`);
    if (!readFileSync(file).equals(bytes)) fail(`${path} does not hold the hashes of its entries`);
  }
}

/** The bundles that hold entries from `from` on. */
function* bundlesOf(entries: readonly Buffer[], from: number) {
  const first = Math.floor(from / TILE_WIDTH);
  for (let index = first; index * TILE_WIDTH < entries.length; index += 1) {
    const inside = entries.slice(index * TILE_WIDTH, (index + 1) * TILE_WIDTH);
    yield { path: tilePath('entries', index, inside.length), bytes: entryBundle(inside) };
  }
}

/** The tiles of hashes that hold entries from `from` on. */
function* tilesOf(tree: MerkleTree, from: number) {
  for (let level = 0; ; level += 1) {
    const count = Math.floor(tree.size / TILE_WIDTH ** level);
    if (count === 0) return;
    const first = Math.floor(from / TILE_WIDTH ** (level + 1));
    for (let index = first; index * TILE_WIDTH < count; index += 1) {
      const to = Math.min(count, (index + 1) * TILE_WIDTH);
      const hashes = tree.row(level * TILE_LEVEL_BITS, index * TILE_WIDTH, to);
      yield { path: tilePath(level, index, hashes.length), bytes: Buffer.concat(hashes) };
    }
  }
}

/** A log that is written. */
export class TileLog {
  readonly #folder: string;
  readonly #signer: Signer;
  readonly #tree: MerkleTree;
  /** All of them: a proof and the next bundle need them, and one is a few hundred bytes. */
  readonly #entries: Buffer[];
  #checkpoint: string | null;

  constructor(folder: string, signer: Signer) {
    this.#folder = folder;
    this.#signer = signer;
    const { tree, entries, checkpoint } = readLog(folder, signer.verifier);
    this.#tree = tree;
    this.#entries = [...entries];
    this.#checkpoint = checkpoint;
    mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
    writeWhole(join(folder, 'key.pub'), Buffer.from(`${verifierText(signer.verifier)}\n`));
  }

  get size(): number {
    return this.#tree.size;
  }

  /** Who signs it. */
  get verifier(): Verifier {
    return this.#signer.verifier;
  }

  get checkpoint(): string | null {
    return this.#checkpoint;
  }

  entry(index: number): Buffer | undefined {
    return this.#entries[index];
  }

  /** Adds entries and signs the new checkpoint; returns the index of the first. */
  append(entries: readonly Uint8Array[]): number {
    const from = this.#entries.length;
    if (entries.length === 0) return from;
    for (const entry of entries) {
      if (entry.length > ENTRY_BYTES_MAX) fail(`an entry has ${entry.length} bytes`);
    }
    for (const entry of entries) {
      const copy = Buffer.from(entry);
      this.#entries.push(copy);
      this.#tree.push(leafHash(copy));
    }
    for (const { path, bytes } of bundlesOf(this.#entries, from)) this.#write(path, bytes);
    for (const { path, bytes } of tilesOf(this.#tree, from)) this.#write(path, bytes);
    const { verifier } = this.#signer;
    const head = { origin: verifier.name, size: this.#tree.size, root: this.#tree.root() };
    const checkpoint = signCheckpoint(head, this.#signer);
    this.#write('checkpoint', Buffer.from(checkpoint));
    this.#checkpoint = checkpoint;
    return from;
  }

  /** The hashes from an entry to the root that is signed. */
  inclusionProof(index: number): readonly Uint8Array[] {
    return this.#tree.inclusionProof(index);
  }

  /** The hashes that show that the log continues what it was at an earlier size. */
  consistencyProof(earlier: number): readonly Uint8Array[] {
    return this.#tree.consistencyProof(earlier);
  }

  #write(path: string, bytes: Buffer): void {
    const file = join(this.#folder, path);
    mkdirSync(dirname(file), { recursive: true, mode: PRIVATE_FOLDER });
    writeWhole(file, bytes);
    // A full tile stands for its partial ones.
    if (/\/\d{3}$/.test(path)) rmSync(`${file}.p`, { recursive: true, force: true });
  }
}

function fail(problem: string): never {
  throw new TripwireError('LOG_INVALID', `the log cannot be trusted: ${problem}`);
}
