/**
 * What a proof says: nine public numbers, read back into root, verdict, place in the chain and governance.
 *
 * The circuit proves the numbers; it cannot know whether the limits among them are ones that a constitution allows.
 * That is looked at here, by whoever verifies.
 */
import { TripwireError } from '../../core/browser.ts';
import { FIELD_ORDER, rootText, unpackedCarry } from '../windows/window-commitment.ts';
import {
  FLOORS,
  NOT_MEASURED,
  RHO_FLOOR,
  type Carry,
  type Floors,
} from '../windows/window-numbers.ts';
import { ALL_BITS } from '../windows/window-predicate.ts';
import { STEPS } from '../windows/window-shape.ts';
import { numberBelow } from './proof-points.ts';

/** The public signals, outputs first, in the order of the circuit. */
export const PUBLIC_SIGNALS = [
  'asc_root',
  'flags',
  'ok',
  'carry_out',
  'prev_root',
  'h0',
  'carry_in',
  'g0',
  'g1',
] as const;

/** The public numbers, read. */
export interface Statement {
  readonly ascRoot: string;
  /** Null at the beginning of a chain. */
  readonly prevRoot: string | null;
  readonly flags: number;
  readonly ok: boolean;
  readonly okChain: boolean;
  readonly tStartMs: number;
  readonly stepMs: number;
  readonly carryIn: Carry;
  readonly carryOut: Carry;
  readonly rhoMin: number;
  readonly floors: Floors;
  /** Why the numbers, proved or not, are none that may govern a window; empty when they may. */
  readonly problems: readonly string[];
}

/** The public signals as numbers; throws `PROOF_INVALID` unless there are nine elements of the field. */
export function signalsOf(value: unknown): readonly bigint[] {
  if (!Array.isArray(value) || value.length !== PUBLIC_SIGNALS.length) {
    const count = Array.isArray(value) ? String(value.length) : 'no';
    const problem = `a proof of a window has ${PUBLIC_SIGNALS.length} public signals, not ${count}`;
    throw new TripwireError('PROOF_INVALID', problem);
  }
  return PUBLIC_SIGNALS.map((name, index) => numberBelow(value[index], FIELD_ORDER, name));
}

/** What nine public signals say. */
export function statementOf(signals: readonly bigint[]): Statement {
  const [root = 0n, flags = 0n, ok = 0n, carryOut = 0n, prev = 0n, h0 = 0n, carryIn = 0n] = signals;
  const [g0 = 0n, g1 = 0n] = signals.slice(7);
  const limits = Array.from({ length: 6 }, (_, index) => bitsOf(g0, 24 * index, 24));
  const wholes = Array.from({ length: 4 }, (_, index) => bitsOf(g1, 32 * index, 32));
  const [, , minPauseMs = 0, halfLifeS = 0] = wholes;
  const rhoMin = limits.at(-1) ?? 0;
  const floors = { minPauseMs, halfLifeS };
  const problems: string[] = [];
  if (limits.includes(NOT_MEASURED)) problems.push('a limit is the number for "not measured"');
  if (rhoMin < RHO_FLOOR) problems.push(`rho_min is ${rhoMin} millionths, below ${RHO_FLOOR}`);
  if (minPauseMs < FLOORS.minPauseMs || halfLifeS < FLOORS.halfLifeS) {
    const least = `${FLOORS.minPauseMs} ms and ${FLOORS.halfLifeS} s`;
    problems.push(`the floors are ${minPauseMs} ms and ${halfLifeS} s, below ${least}`);
  }
  if (h0 >> 80n !== BigInt(STEPS)) problems.push(`it has not ${STEPS} steps`);
  // Whoever hides what came before hides a jump over the edge, or a cooldown that is owed.
  if (prev === 0n ? carryIn !== 0n : !unpackedCarry(carryIn).hasPrev) {
    const begins =
      prev === 0n ? 'begins a chain, but carries' : 'continues a window, but carries not';
    problems.push(`it ${begins} something over`);
  }
  return {
    ascRoot: rootText(root),
    prevRoot: prev === 0n ? null : rootText(prev),
    flags: Number(flags),
    ok: ok === 1n,
    okChain: flags === BigInt(ALL_BITS),
    tStartMs: bitsOf(h0, 0, 48),
    stepMs: bitsOf(h0, 48, 32),
    carryIn: unpackedCarry(carryIn),
    carryOut: unpackedCarry(carryOut),
    rhoMin,
    floors,
    problems,
  };
}

function bitsOf(value: bigint, from: number, count: number): number {
  return Number((value >> BigInt(from)) & ((1n << BigInt(count)) - 1n));
}

/** Where a proved window does not continue the proved window before it. */
export function chainProblems(before: Statement, after: Statement): readonly string[] {
  const problems: string[] = [];
  if (after.prevRoot !== before.ascRoot) {
    const found = after.prevRoot ?? 'none';
    problems.push(`its prev_root is ${found}, the window before has ${before.ascRoot}`);
  }
  const end = before.tStartMs + STEPS * before.stepMs;
  if (after.tStartMs !== end) {
    problems.push(`it starts at ${after.tStartMs}, the window before ends at ${end}`);
  }
  const { beta, cool, hasPrev } = after.carryIn;
  const { carryOut } = before;
  if (beta !== carryOut.beta || cool !== carryOut.cool || hasPrev !== carryOut.hasPrev) {
    problems.push('its carry_in is not the carry_out of the window before');
  }
  return problems;
}
