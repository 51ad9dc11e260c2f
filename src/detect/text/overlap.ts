/**
 * How much two samples of hashed words share: shared words among all words of both.
 */
export function overlap(a: readonly number[], b: readonly number[]): number {
  const shared = a.filter((word) => b.includes(word)).length;
  return shared === 0 ? 0 : shared / (a.length + b.length - shared);
}
