/**
 * The three ledgers beside a window: what was decided, what hurt, what people did. Each is committed by one hash, and
 * each can be opened.
 *
 * A leaf is the SHA-256 of its canonical JSON. Nodes begin with a byte that no JSON begins with, so neither passes for
 * the other. A ledger of one leaf has that leaf's hash as its root.
 */
import { canonicalJson } from '../../core/index.ts';
import { bytesOf, hexOf, sha256, sha256Hex } from '../bytes.ts';
import { isIncluded, MerkleTree } from '../log/merkle-tree.ts';

/** What the hashes of a window open to. */
export interface Ledgers {
  /** A line a decision; `narrative_hash` is that of the lines joined by line feeds. */
  readonly narrative: readonly string[];
  /** Leaves of `scar_root`. */
  readonly scars: readonly string[];
  /** Leaves of `civic_memory_root`; the first names the root before. Empty when nobody acted. */
  readonly civic: readonly string[];
}

/** The hash of a narrative; null when nothing was decided. */
export function narrativeHash(lines: readonly string[]): string | null {
  return lines.length === 0 ? null : `0x${sha256Hex(lines.join('\n'))}`;
}

/** The root over leaves of JSON; null when there is none. */
export function ledgerRoot(leaves: readonly string[]): string | null {
  return leaves.length === 0 ? null : `0x${hexOf(treeOf(leaves).root())}`;
}

/** The hashes from one leaf to the root. */
export function ledgerProof(leaves: readonly string[], index: number): readonly string[] {
  return treeOf(leaves).inclusionProof(index).map(hexOf);
}

/** Whether a leaf is in a ledger of so many leaves. */
export function isInLedger(
  leaf: string,
  index: number,
  count: number,
  proof: readonly string[],
  root: string,
): boolean {
  const path = proof.map((one) => Buffer.from(one, 'hex'));
  return isIncluded(jsonHash(leaf), index, count, path, Buffer.from(root.slice(2), 'hex'));
}

/** The leaves of the civic memory after people acted: the root before, then each act. */
export function civicLeaves(before: string | null, acts: readonly string[]): readonly string[] {
  return acts.length === 0 ? [] : [canonicalJson({ civic_memory_root: before }), ...acts];
}

function treeOf(leaves: readonly string[]): MerkleTree {
  const tree = new MerkleTree();
  for (const leaf of leaves) tree.push(jsonHash(leaf));
  return tree;
}

function jsonHash(text: string): Uint8Array {
  return sha256(bytesOf(text));
}
