/**
 * Output hashes for scripts: alike or unlike on purpose, the same on every run.
 *
 * Scripts have no texts to hash, only the relation between them matters. So the hashes are made
 * from a label, and nearness is made by flipping a few of their 64 bits.
 */
import { createHash } from 'node:crypto';

/** A 64-bit hash of its own: different labels share about half of their bits, as by chance. */
export function unlikeHash(label: string): string {
  return createHash('sha256').update(label).digest('hex').slice(0, 16);
}

/** A hash one bit away from `hash`, another bit for each variant, so variants differ by two. */
export function nearHash(hash: string, variant: number): string {
  const flipped = BigInt(`0x${hash}`) ^ (1n << BigInt(variant % 64));
  return flipped.toString(16).padStart(16, '0');
}
