/**
 * Opening single leaves of a commitment: the values, their salt, and the three hashes up to the root.
 *
 * Whoever gets an opening learns those leaves and nothing of the others, provided that the salts are random.
 */
import { TripwireError } from '../../core/browser.ts';
import { hexOf } from '../bytes.ts';
import { poseidon } from '../proofs/poseidon.ts';
import { FIELD_ORDER, LEAVES, rootText, type Commitment, type Salts } from './window-commitment.ts';
import type { AscWitness, OpenedLeaf } from './window-shape.ts';

const SALT_BYTES = 31;
const TAG_BASE = 0x41_53_43_31_00n;
/** Elements in a preimage, by leaf. */
const WIDTHS: readonly number[] = [4, 4, 4, 4, 4, 4, 8, 7];

/** Fresh salts of 248 bits, one a leaf. */
export function randomSalts(): Salts {
  return Array.from({ length: LEAVES }, () =>
    BigInt(`0x${hexOf(crypto.getRandomValues(new Uint8Array(SALT_BYTES)))}`),
  );
}

/** Opens the leaves with the given numbers. */
export function openLeaves(commitment: Commitment, indices: readonly number[]): AscWitness {
  return { leaves: indices.map((index) => openLeaf(commitment, index)) };
}

function openLeaf({ preimages, leaves, level1, level2 }: Commitment, index: number): OpenedLeaf {
  const preimage = preimages[index];
  const siblings = [leaves[index ^ 1], level1[(index >> 1) ^ 1], level2[(index >> 2) ^ 1]];
  if (preimage === undefined || siblings.includes(undefined)) {
    throw new TripwireError(
      'WINDOW_INVALID',
      `there is no leaf ${index} (leaves: 0 to ${LEAVES - 1})`,
    );
  }
  return {
    index,
    preimage: preimage.map((one) => `0x${one.toString(16)}`),
    siblings: siblings.map((one) => rootText(one ?? 0n)),
  };
}

/** What is wrong with an opening; null when every opened leaf is one of the root's. */
export function openingProblem({ leaves }: AscWitness, root: string): string | null {
  for (const leaf of leaves) {
    const problem = leafProblem(leaf, root);
    if (problem !== null) return `leaf ${leaf.index} ${problem}`;
  }
  return null;
}

function leafProblem({ index, preimage, siblings }: OpenedLeaf, root: string): string | null {
  const elements = preimage.map(BigInt);
  const path = siblings.map(BigInt);
  if (elements.length !== WIDTHS[index])
    return `has ${elements.length} elements, not ${WIDTHS[index]}`;
  if (path.length !== 3) return `has ${path.length} siblings, not 3`;
  if ([...elements, ...path].some((one) => one >= FIELD_ORDER))
    return 'has an element outside the field';
  if (elements[0] !== TAG_BASE + BigInt(index)) return 'has the tag of another leaf';
  let node = poseidon(elements);
  for (const [level, sibling] of path.entries()) {
    const isRight = ((index >> level) & 1) === 1;
    node = poseidon(isRight ? [sibling, node] : [node, sibling]);
  }
  return rootText(node) === root ? null : `leads to ${rootText(node)}, not to the root ${root}`;
}
