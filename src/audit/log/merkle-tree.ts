/**
 * The Merkle tree of RFC 6962 over SHA-256: roots, proofs that an entry is in a tree, proofs that one tree continues
 * another, and the checks of both.
 *
 * The checks share no code with the making of proofs, so that a mistake in one does not excuse itself in the other.
 */
import { isSame, sha256 } from '../bytes.ts';

const LEAF_PREFIX = Uint8Array.of(0);
const NODE_PREFIX = Uint8Array.of(1);

/** The hash of an entry. */
export function leafHash(entry: Uint8Array): Uint8Array {
  return sha256(LEAF_PREFIX, entry);
}

/** The hash of two nodes. */
function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(NODE_PREFIX, left, right);
}

/** A tree that grows. */
export class MerkleTree {
  /** At level k the hashes of all full subtrees of 2^k entries, in order. */
  readonly #levels: Uint8Array[][] = [[]];

  get size(): number {
    return this.#levels[0]?.length ?? 0;
  }

  /** Adds the hash of the next entry. */
  push(leaf: Uint8Array): void {
    let node = leaf;
    for (let level = 0; ; level += 1) {
      const row = (this.#levels[level] ??= []);
      row.push(node);
      const left = row.at(-2);
      if (row.length % 2 === 1 || left === undefined) return;
      node = nodeHash(left, node);
    }
  }

  /** The full subtrees of 2^level entries, from one to before another. */
  row(level: number, from: number, to: number): readonly Uint8Array[] {
    return this.#levels[level]?.slice(from, to) ?? [];
  }

  /** The root of the first `size` entries. */
  root(size = this.size): Uint8Array {
    if (size > this.size) throw new RangeError(`the tree has ${this.size} entries, not ${size}`);
    return size === 0 ? sha256() : this.#range(0, size);
  }

  /** The hashes from an entry up to the root of the first `size` entries. */
  inclusionProof(index: number, size = this.size): readonly Uint8Array[] {
    if (index < 0 || index >= size || size > this.size) {
      throw new RangeError(`there is no entry ${index} in a tree of ${size}`);
    }
    const path: Uint8Array[] = [];
    let [from, to] = [0, size];
    while (to - from > 1) {
      const middle = from + splitOf(to - from);
      const isLeft = index < middle;
      path.push(isLeft ? this.#range(middle, to) : this.#range(from, middle));
      if (isLeft) to = middle;
      else from = middle;
    }
    return path.toReversed();
  }

  /** The hashes that show that the tree of `size` entries continues that of `earlier`. */
  consistencyProof(earlier: number, size = this.size): readonly Uint8Array[] {
    if (earlier < 0 || earlier > size || size > this.size) {
      throw new RangeError(`a tree of ${size} entries does not continue one of ${earlier}`);
    }
    if (earlier === 0 || earlier === size) return [];
    const path: Uint8Array[] = [];
    let [from, to, isWhole] = [0, size, true];
    while (earlier !== to) {
      const middle = from + splitOf(to - from);
      if (earlier <= middle) {
        path.push(this.#range(middle, to));
        to = middle;
      } else {
        path.push(this.#range(from, middle));
        from = middle;
        isWhole = false;
      }
    }
    return [...(isWhole ? [] : [this.#range(from, to)]), ...path.toReversed()];
  }

  #range(from: number, to: number): Uint8Array {
    const count = to - from;
    const level = Math.log2(count);
    if (Number.isInteger(level) && from % count === 0) {
      const node = this.#levels[level]?.[from / count];
      if (node !== undefined) return node;
    }
    const middle = from + splitOf(count);
    return nodeHash(this.#range(from, middle), this.#range(middle, to));
  }
}

/** The largest power of two below a count. */
function splitOf(count: number): number {
  return 2 ** Math.floor(Math.log2(count - 1));
}

/** Whether a proof leads from an entry's hash to a root (RFC 9162 §2.1.3.2). */
export function isIncluded(
  leaf: Uint8Array,
  index: number,
  size: number,
  proof: readonly Uint8Array[],
  root: Uint8Array,
): boolean {
  if (index < 0 || index >= size) return false;
  let [node, last] = [index, size - 1];
  let hash = leaf;
  for (const sibling of proof) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      hash = nodeHash(sibling, hash);
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)];
    } else {
      hash = nodeHash(hash, sibling);
    }
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && isSame(hash, root);
}

/** Whether a proof shows that one tree continues another (RFC 9162 §2.1.4.2). */
export function isContinued(
  earlier: { readonly size: number; readonly root: Uint8Array },
  later: { readonly size: number; readonly root: Uint8Array },
  proof: readonly Uint8Array[],
): boolean {
  if (earlier.size > later.size) return false;
  if (earlier.size === 0) return proof.length === 0;
  if (earlier.size === later.size) return proof.length === 0 && isSame(earlier.root, later.root);
  const path = Number.isInteger(Math.log2(earlier.size)) ? [earlier.root, ...proof] : [...proof];
  let [node, last] = [earlier.size - 1, later.size - 1];
  while (node % 2 === 1) [node, last] = [half(node), half(last)];
  const [first, ...rest] = path;
  if (first === undefined) return false;
  let [oldRoot, newRoot] = [first, first];
  for (const hash of rest) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      oldRoot = nodeHash(hash, oldRoot);
      newRoot = nodeHash(hash, newRoot);
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)];
    } else {
      newRoot = nodeHash(newRoot, hash);
    }
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && isSame(oldRoot, earlier.root) && isSame(newRoot, later.root);
}

function half(value: number): number {
  return Math.floor(value / 2);
}
