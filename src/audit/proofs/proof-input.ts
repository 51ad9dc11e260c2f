/**
 * What the circuit is given for a window, by the names of `circuits/window.circom`.
 */
import {
  commitWindow,
  NO_SALTS,
  publicNumbers,
  type Commitment,
  type Salts,
} from '../windows/window-commitment.ts';
import type { Carry, WindowNumbers } from '../windows/window-numbers.ts';
import type { AuditWindow } from '../windows/window-shape.ts';

/** Values of one input signal, in the order of its elements. */
export type CircuitInput = Readonly<Record<string, readonly bigint[]>>;

const PACKED_LEAF = 6;
const HEADER_LEAF = 7;

/** The input for one window after what `carryIn` says; the salts are those of its commitment. */
export function circuitInput(
  window: AuditWindow,
  numbers: WindowNumbers,
  carryIn: Carry,
  salts: Salts = NO_SALTS,
): CircuitInput {
  const commitment = commitWindow(window, numbers, carryIn, salts);
  const { prevRoot, h0, carryIn: carry, g0, g1 } = publicNumbers(window, numbers, carryIn);
  return {
    prev_root: [prevRoot],
    h0: [h0],
    carry_in: [carry],
    g0: [g0],
    g1: [g1],
    beta1: numbers.beta1.map(BigInt),
    acute: numbers.acute.map(BigInt),
    systemic: numbers.systemic.map(BigInt),
    rest: numbers.rest.map(BigInt),
    stance: numbers.stance.map(BigInt),
    high: numbers.high.map(BigInt),
    k_pause: [BigInt(numbers.kPause)],
    leaf6: commitment.leaves.slice(PACKED_LEAF, HEADER_LEAF),
    ids: idsOf(commitment),
    // Leaf 6 comes in as a hash, so its salt is not needed.
    salt: salts.filter((_, leaf) => leaf !== PACKED_LEAF),
  };
}

/** The two halves of the ids' hash, as they stand in the header leaf before its salt. */
function idsOf({ preimages }: Commitment): readonly bigint[] {
  return (preimages[HEADER_LEAF] ?? []).slice(-3, -1);
}
