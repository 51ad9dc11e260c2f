/** The lock of the circuit: source, build and key belong together, and GPL tools stay out of the package. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildLock, ROOT, sourcesSha256 } from '../../scripts/circuit/build.ts';
import { DEV_KEY } from './dev-proofs.ts';

test('the source is the one that was built: else npm run circuit:build -- --write, and new keys', () => {
  expect(sourcesSha256()).toBe(buildLock().sources_sha256);
});

test('the development key is for that build', () => {
  expect(DEV_KEY.r1cs_sha256).toBe(buildLock().r1cs_sha256);
});

test('compiler and prover are tools of this repository and no dependency of the package', () => {
  const about = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    readonly dependencies: object;
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  const tools = ['circom2', 'snarkjs'];
  expect(tools.filter((name) => name in about.dependencies)).toEqual([]);
  expect(`circom2 ${about.devDependencies['circom2']}`).toBe(buildLock().compiler);
});
