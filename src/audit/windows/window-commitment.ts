/**
 * The commitment ASC1: eight Poseidon leaves over a window, and their root.
 *
 * Poseidon, because a circuit must recompute it; everything that no circuit opens is SHA-256. Each leaf has a tag, so
 * that none passes for another, and a salt: zero where the window is disclosed, random where a leaf is opened alone,
 * since the hash of 16 codes is guessed in no time. The header is a leaf of its own: it binds the window to its place.
 */
import { canonicalJson, TripwireError } from '../../core/browser.ts';
import { sha256Hex } from '../bytes.ts';
import { poseidon } from '../proofs/poseidon.ts';
import type { Carry, GovernanceNumbers, WindowNumbers } from './window-numbers.ts';
import { STEPS, type AuditWindow } from './window-shape.ts';

/** Order of the scalar field of BN254: every element is below it. */
export const FIELD_ORDER =
  21888242871839275222246405745257275088548364400416034343698204186575808495617n;

export const LEAVES = 8;
const TAG_BASE = 0x41_53_43_31_00n;
const HALF_BITS = 128n;
const HALF_MASK = (1n << HALF_BITS) - 1n;

/** One salt a leaf. */
export type Salts = readonly bigint[];

/** The salts of a disclosed window. */
export const NO_SALTS: Salts = new Array<bigint>(LEAVES).fill(0n);

/** The public inputs of the circuit, as they stand in the leaves. */
export interface PublicNumbers {
  readonly prevRoot: bigint;
  readonly h0: bigint;
  readonly carryIn: bigint;
  readonly g0: bigint;
  readonly g1: bigint;
}

/** A window, committed. */
export interface Commitment {
  readonly preimages: readonly (readonly bigint[])[];
  readonly leaves: readonly bigint[];
  /** Four, then two nodes. */
  readonly level1: readonly bigint[];
  readonly level2: readonly bigint[];
  readonly root: bigint;
}

/** Commits a window that comes after what `carryIn` says. */
export function commitWindow(
  window: AuditWindow,
  numbers: WindowNumbers,
  carryIn: Carry,
  salts: Salts = NO_SALTS,
): Commitment {
  const preimages = leafPreimages(window, numbers, carryIn, salts);
  return commitmentOf(preimages);
}

/** The leaves and nodes over given preimages. */
function commitmentOf(preimages: readonly (readonly bigint[])[]): Commitment {
  const leaves = preimages.map(poseidon);
  const level1 = pairs(leaves);
  const level2 = pairs(level1);
  const [root = 0n] = pairs(level2);
  return { preimages, leaves, level1, level2, root };
}

function pairs(nodes: readonly bigint[]): readonly bigint[] {
  const next: bigint[] = [];
  for (let index = 0; index + 1 < nodes.length; index += 2) {
    next.push(poseidon(nodes.slice(index, index + 2)));
  }
  return next;
}

/** What each leaf hashes: its tag, its values, its salt. */
function leafPreimages(
  window: AuditWindow,
  numbers: WindowNumbers,
  carryIn: Carry,
  salts: Salts,
): readonly (readonly bigint[])[] {
  const { prevRoot, h0, carryIn: carry, g0, g1 } = publicNumbers(window, numbers, carryIn);
  const { narrative_hash: narrative, scar_root: scar, civic_memory_root: civic } = window.witness;
  const halves = (values: readonly number[]) => [
    packed(values.slice(0, 8), 24),
    packed(values.slice(8), 24),
  ];
  const values: readonly (readonly bigint[])[] = [
    halves(numbers.beta1),
    halves(numbers.acute),
    halves(numbers.systemic),
    [packed(numbers.rest, 2), 0n],
    [packed(numbers.stance, 3), packed(numbers.high, 1)],
    [g0, g1],
    [narrative, scar, civic].flatMap((root) => split(root ?? null)),
    [prevRoot, h0, carry, ...split(`0x${idsHash(window)}`)],
  ];
  return values.map((inside, leaf) => [TAG_BASE + BigInt(leaf), ...inside, salts[leaf] ?? 0n]);
}

/** The numbers that a proof of the window shows. */
export function publicNumbers(
  { window }: AuditWindow,
  { governance }: WindowNumbers,
  carryIn: Carry,
): PublicNumbers {
  return {
    prevRoot: fieldElement(window.prev_window_root, 'window.prev_window_root'),
    h0: BigInt(window.t_start_ms) + (BigInt(window.step_ms) << 48n) + (BigInt(STEPS) << 80n),
    carryIn: packedCarry(carryIn),
    ...packedGovernance(governance),
  };
}

/** A carry as one number. */
export function packedCarry({ beta, cool, hasPrev }: Carry): bigint {
  return BigInt(beta) + (BigInt(cool) << 24n) + ((hasPrev ? 1n : 0n) << 40n);
}

/** The carry that a number stands for. */
export function unpackedCarry(value: bigint): Carry {
  return {
    beta: Number(value & 0xffffffn),
    cool: Number((value >> 24n) & 0xffffn),
    hasPrev: ((value >> 40n) & 1n) === 1n,
  };
}

function packedGovernance(governance: GovernanceNumbers): { g0: bigint; g1: bigint } {
  const { betaMin, betaMax, jerk, acuteMax, systemicMax, rhoMin } = governance;
  const { minPauseMs, halfLifeS, floors } = governance;
  return {
    g0: packed([betaMin, betaMax, jerk, acuteMax, systemicMax, rhoMin], 24),
    g1: packed([minPauseMs, halfLifeS, floors.minPauseMs, floors.halfLifeS], 32),
  };
}

/** The ids of a window as canonical JSON, and its SHA-256 in hex digits. */
export function idsJson({ schema_version, window }: AuditWindow): string {
  const { constitution_id, envelope_id, window_id } = window;
  return canonicalJson({ constitution_id, envelope_id, schema_version, window_id });
}

function idsHash(window: AuditWindow): string {
  return sha256Hex(idsJson(window));
}

/** Values side by side, the first lowest. */
function packed(values: readonly number[], bits: number): bigint {
  let sum = 0n;
  for (let index = values.length - 1; index >= 0; index -= 1) {
    sum = (sum << BigInt(bits)) | BigInt(values[index] ?? 0);
  }
  return sum;
}

/** 32 bytes as two big-endian halves; two zeros for none. */
function split(root: string | null): readonly bigint[] {
  const value = root === null ? 0n : BigInt(root);
  return [value >> HALF_BITS, value & HALF_MASK];
}

/** A root that must be an element of the field; zero for null. */
function fieldElement(root: string | null, field: string): bigint {
  const value = root === null ? 0n : BigInt(root);
  if (value < FIELD_ORDER) return value;
  throw new TripwireError('WINDOW_INVALID', `field ${field} is no element of the field`, field);
}

/** A field element as it is written: `0x` and 64 hex digits. */
export function rootText(value: bigint): string {
  return `0x${value.toString(16).padStart(64, '0')}`;
}
