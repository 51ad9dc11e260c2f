/**
 * Points of BN254 out of outside data: every coordinate in the field, every point on the curve and of the right order.
 *
 * The curve of the second group has points outside the group that pairings are defined on. A verifier that takes them
 * can be talked into wrong proofs, so each point is checked, whoever sends it.
 */
import { BN_SNARK1, G1, G2, init, verifyOrderG2 } from 'mcl-wasm';
import { TripwireError } from '../../core/browser.ts';

/** Order of the field of the coordinates. */
const COORDINATE_ORDER =
  21888242871839275222246405745257275088696311157297823662689037894645226208583n;

let started: Promise<void> | null = null;

/** Makes the arithmetic ready; once. */
export function startCurve(): Promise<void> {
  started ??= initialise();
  return started;
}

async function initialise(): Promise<void> {
  await init(BN_SNARK1);
  // Checked explicitly below: done while reading, the message would not say what is wrong.
  verifyOrderG2(false);
}

/** A point of the first group, written as snarkjs does: `[x, y, "1"]`. */
export function pointOfG1(value: unknown, name: string): G1 {
  const [x, y] = affine(value, name);
  const point = new G1();
  place(point, [number(x, name), number(y, name)], name);
  // The first group has no points of another order: on the curve is enough.
  return point;
}

/** A point of the second group: `[[x0, x1], [y0, y1], ["1", "0"]]`. */
export function pointOfG2(value: unknown, name: string): G2 {
  const coordinates = affine(value, name).flatMap((one) => {
    if (!Array.isArray(one) || one.length !== 2) fail(name, 'has not the form of a point');
    return one.map((part) => number(part, name));
  });
  const point = new G2();
  place(point, coordinates, name);
  if (!point.isValidOrder()) fail(name, 'is a point outside the subgroup');
  return point;
}

function affine(value: unknown, name: string): readonly [unknown, unknown] {
  if (!Array.isArray(value) || value.length !== 3) fail(name, 'has not the form of a point');
  const [x, y, z] = value as readonly unknown[];
  const isFinite =
    z === '1' || (Array.isArray(z) && z.length === 2 && z[0] === '1' && z[1] === '0');
  if (!isFinite) fail(name, 'is the point at infinity, or not written in plain coordinates');
  return [x, y];
}

function number(value: unknown, name: string): bigint {
  return numberBelow(value, COORDINATE_ORDER, `${name}: a coordinate`);
}

/** A decimal number below a bound, written in the one way it can be. */
export function numberBelow(value: unknown, bound: bigint, name: string): bigint {
  if (typeof value !== 'string' || !/^(?:0|[1-9]\d{0,77})$/u.test(value)) {
    fail(name, 'is not a decimal number in quotes');
  }
  const parsed = BigInt(value);
  if (parsed >= bound) fail(name, 'is outside the field');
  return parsed;
}

function place(point: G1 | G2, coordinates: readonly bigint[], name: string): void {
  try {
    point.setStr(`1 ${coordinates.map((one) => one.toString(16)).join(' ')}`, 16);
  } catch {
    fail(name, 'is not a point of the curve');
  }
  if (!point.isValid()) fail(name, 'is not a point of the curve');
}

function fail(name: string, problem: string): never {
  throw new TripwireError('PROOF_INVALID', `${name} ${problem}`);
}
