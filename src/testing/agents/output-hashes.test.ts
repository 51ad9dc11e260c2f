import { expect, test } from 'vitest';
import { nearHash, unlikeHash } from './output-hashes.ts';

function bitsApart(a: string, b: string): number {
  const different = BigInt(`0x${a}`) ^ BigInt(`0x${b}`);
  return different.toString(2).replaceAll('0', '').length;
}

test('hashes have the shape of a SimHash and are the same on every run', () => {
  expect(unlikeHash('a')).toMatch(/^[0-9a-f]{16}$/);
  expect(nearHash('0000000000000001', 0)).toBe('0000000000000000');
  expect(unlikeHash('a')).toBe(unlikeHash('a'));
});

test('labels are far apart, variants are two bits apart', () => {
  const hashes = Array.from({ length: 20 }, (_, index) => unlikeHash(`output ${index}`));
  const [base = ''] = hashes;
  for (const other of hashes.slice(1)) expect(bitsApart(base, other)).toBeGreaterThan(12);
  expect(bitsApart(nearHash(base, 3), nearHash(base, 9))).toBe(2);
});
