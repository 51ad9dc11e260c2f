/**
 * Verifies Groth16 proofs of windows: one, or many in one check.
 *
 * Many: each equation is multiplied by a random number of 128 bits that the verifier draws, and the sum is checked once.
 * A wrong proof passes with a chance of 2^-128. When the sum is wrong, halves are tried until the bad proofs are found.
 */
import { add, finalExp, Fr, G1, millerLoop, mul, mulVec, neg, type G2, type GT } from 'mcl-wasm';
import { TripwireError } from '../../core/browser.ts';
import { hexOf } from '../bytes.ts';
import { FIELD_ORDER } from '../windows/window-commitment.ts';
import type { VerificationKey } from './proof-key.ts';
import { pointOfG1, pointOfG2 } from './proof-points.ts';
import { signalsOf } from './proof-statement.ts';

/** A proof as it is written: the points as snarkjs writes them, the signals in the order of the circuit. */
export interface WindowProof {
  /** The id of the key that it is for. */
  readonly key: string;
  readonly proof: {
    readonly pi_a: readonly string[];
    readonly pi_b: readonly (readonly string[])[];
    readonly pi_c: readonly string[];
  };
  readonly public_signals: readonly string[];
}

/** A proof whose form is right. */
interface ReadProof {
  readonly a: G1;
  readonly b: G2;
  readonly c: G1;
  readonly signals: readonly bigint[];
}

const RANDOM_BYTES = 16;

/** Why a proof does not hold; null when it does. */
export function proofProblem(key: VerificationKey, value: unknown): string | null {
  const read = readProof(key, value);
  if (typeof read === 'string') return read;
  return holds(key, [read]) ? null : NOT_PROVED;
}

const NOT_PROVED = 'the proof does not prove these public signals';

/** The proofs of a list that do not hold, with the reason, in one check if all do. */
export function batchProblems(
  key: VerificationKey,
  values: readonly unknown[],
  onRead: (count: number) => void = () => undefined,
): ReadonlyMap<number, string> {
  const problems = new Map<number, string>();
  const good: { readonly index: number; readonly read: ReadProof }[] = [];
  for (const [index, value] of values.entries()) {
    const read = readProof(key, value);
    if (typeof read === 'string') problems.set(index, read);
    else good.push({ index, read });
    onRead(index + 1);
  }
  const search = (from: number, to: number) => {
    const part = good.slice(from, to);
    if (
      part.length === 0 ||
      holds(
        key,
        part.map(({ read }) => read),
      )
    )
      return;
    if (part.length === 1) {
      problems.set(part[0]?.index ?? 0, NOT_PROVED);
      return;
    }
    const middle = from + Math.floor(part.length / 2);
    search(from, middle);
    search(middle, to);
  };
  search(0, good.length);
  return new Map([...problems].toSorted(([one], [other]) => one - other));
}

function readProof(key: VerificationKey, value: unknown): ReadProof | string {
  const { key: id, proof, public_signals: signals } = (value ?? {}) as Partial<WindowProof>;
  if (id !== key.id) {
    const other = typeof id === 'string' ? `the key ${id}` : 'no key';
    return `it is for ${other}, not ${key.id}`;
  }
  try {
    return {
      signals: signalsOf(signals),
      a: pointOfG1(proof?.pi_a, 'pi_a'),
      b: pointOfG2(proof?.pi_b, 'pi_b'),
      c: pointOfG1(proof?.pi_c, 'pi_c'),
    };
  } catch (error) {
    if (!TripwireError.isInstance(error)) throw error;
    return error.message;
  }
}

/**
 * Whether all hold: the product of e(rA, B), e(-Σr·α, β), e(-Σr·L, γ) and e(-Σr·C, δ) is 1, where L is the sum of the
 * key's inputs weighed with the signals.
 */
function holds(key: VerificationKey, proofs: readonly ReadProof[]): boolean {
  const weights = proofs.length === 1 ? [1n] : proofs.map(randomWeight);
  let total = 0n;
  const inputs = key.inputs.map(() => 0n);
  let product: GT | null = null;
  for (const [index, { a, b, signals }] of proofs.entries()) {
    const weight = weights[index] ?? 0n;
    total += weight;
    for (const [place, signal] of [1n, ...signals].entries()) {
      inputs[place] = ((inputs[place] ?? 0n) + weight * signal) % FIELD_ORDER;
    }
    const pair = millerLoop(mul(a, scalar(weight)), b);
    product = product === null ? pair : mul(product, pair);
  }
  const sums: readonly (readonly [G1, G2])[] = [
    [mul(key.alpha, scalar(total)), key.beta],
    [mulVec([...key.inputs], inputs.map(scalar)), key.gamma],
    [weighed(proofs, weights), key.delta],
  ];
  for (const [point, other] of sums) {
    const pair = millerLoop(neg(point), other);
    product = product === null ? pair : mul(product, pair);
  }
  return product !== null && finalExp(product).isOne();
}

function weighed(proofs: readonly ReadProof[], weights: readonly bigint[]): G1 {
  let sum = new G1();
  for (const [index, { c }] of proofs.entries()) {
    sum = add(sum, mul(c, scalar(weights[index] ?? 0n)));
  }
  return sum;
}

/** Never 0: that would leave a proof out. */
function randomWeight(): bigint {
  const bytes = crypto.getRandomValues(new Uint8Array(RANDOM_BYTES));
  return BigInt(`0x${hexOf(bytes)}`) + 1n;
}

function scalar(value: bigint): Fr {
  const element = new Fr();
  element.setStr((value % FIELD_ORDER).toString(16), 16);
  return element;
}
