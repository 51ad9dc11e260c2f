/**
 * Groth16 a second time, with the pairing of `@noble/curves`: the bare equation, with none of our refusals.
 *
 * It agrees with ours on honest keys, and shows what an unsuspecting verifier takes: a forgery under a key to which
 * nobody contributed.
 */
import { bn254 } from '@noble/curves/bn254.js';
import type { KeyFile, WindowProof } from '../../src/audit/proofs.ts';

type Pair = readonly [string, string];
const { G1, G2, fields } = bn254;

/** A point of the first group as it is written. */
function writtenG1(value: unknown) {
  const [x = '0', y = '0'] = value as readonly string[];
  return G1.Point.fromAffine({ x: BigInt(x), y: BigInt(y) });
}

/** A point of the second group as it is written. */
function writtenG2(value: unknown) {
  const [x, y] = value as readonly [Pair, Pair];
  const field = ([c0, c1]: Pair) => fields.Fp2.fromBigTuple([BigInt(c0), BigInt(c1)]);
  return G2.Point.fromAffine({ x: field(x), y: field(y) });
}

/** The key's inputs weighed with the public signals. */
function inputSum(key: KeyFile, signals: readonly string[]) {
  const inputs = (key.verification_key['IC'] as readonly unknown[]).map(writtenG1);
  return ['1', ...signals].reduce((sum, signal, index) => {
    const input = inputs[index] ?? G1.Point.ZERO;
    const scalar = BigInt(signal);
    return scalar === 0n ? sum : sum.add(input.multiply(scalar));
  }, G1.Point.ZERO);
}

/** Whether the equation holds: e(A, B) = e(α, β) · e(L, γ) · e(C, δ). */
export function equationHolds(key: KeyFile, { proof, public_signals }: WindowProof): boolean {
  const { verification_key: vk } = key;
  const product = bn254.pairingBatch([
    { g1: writtenG1(proof.pi_a).negate(), g2: writtenG2(proof.pi_b) },
    { g1: writtenG1(vk['vk_alpha_1']), g2: writtenG2(vk['vk_beta_2']) },
    { g1: inputSum(key, public_signals), g2: writtenG2(vk['vk_gamma_2']) },
    { g1: writtenG1(proof.pi_c), g2: writtenG2(vk['vk_delta_2']) },
  ]);
  return fields.Fp12.eql(product, fields.Fp12.ONE);
}

/** A "proof" of anything: A = α, B = β, C = −L. It holds where γ and δ are the same. */
export function forgedProof(key: KeyFile, signals: readonly string[]): WindowProof {
  const { vk_alpha_1: alpha, vk_beta_2: beta } = key.verification_key;
  const { x, y } = inputSum(key, signals).negate().toAffine();
  return {
    key: key.id,
    proof: {
      pi_a: alpha as WindowProof['proof']['pi_a'],
      pi_b: beta as WindowProof['proof']['pi_b'],
      pi_c: [String(x), String(y), '1'],
    },
    public_signals: signals,
  };
}

/** A point on the curve of the second group that is not in its subgroup. */
export function strayPoint(): readonly (readonly string[])[] {
  const { Fp2 } = fields;
  const curve = G2.Point.CURVE();
  for (let start = 1n; ; start += 1n) {
    const x = Fp2.fromBigTuple([start, 0n]);
    const squared = Fp2.add(Fp2.mul(Fp2.sqr(x), x), curve.b);
    let y;
    try {
      y = Fp2.sqrt(squared);
    } catch {
      continue;
    }
    return [
      [String(x.c0), String(x.c1)],
      [String(y.c0), String(y.c1)],
      ['1', '0'],
    ];
  }
}
