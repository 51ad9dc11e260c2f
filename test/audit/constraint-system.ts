/**
 * Reads the constraints of a compiled circuit and looks for wires that they leave free.
 *
 * A circuit that computes the right values may still allow others: a forgotten constraint shows in no honest run. So each
 * wire is changed alone, and some constraint must notice.
 */
import { readFileSync } from 'node:fs';

/** One linear combination: wires and their factors. */
type Terms = readonly (readonly [wire: number, factor: bigint])[];
/** The product of the first two is the third. */
type Constraint = readonly [Terms, Terms, Terms];

const PRIME = 21888242871839275222246405745257275088548364400416034343698204186575808495617n;
const ELEMENT_BYTES = 32;
const CONSTRAINTS_SECTION = 2;

/** The constraints in an `.r1cs` file. */
export function readConstraints(file: string): readonly Constraint[] {
  const bytes = readFileSync(file);
  const place = { at: 12 };
  const section = () => Number(bytes.readBigUInt64LE(place.at + 4));
  while (bytes.readUInt32LE(place.at) !== CONSTRAINTS_SECTION) place.at += 12 + section();
  const end = place.at + 12 + section();
  place.at += 12;
  const terms = (): Terms => {
    const count = bytes.readUInt32LE(place.at);
    place.at += 4;
    return Array.from({ length: count }, () => {
      const wire = bytes.readUInt32LE(place.at);
      const factor = bytes.subarray(place.at + 4, place.at + 4 + ELEMENT_BYTES).toReversed();
      place.at += 4 + ELEMENT_BYTES;
      return [wire, BigInt(`0x${Buffer.from(factor).toString('hex')}`)] as const;
    });
  };
  const constraints: Constraint[] = [];
  while (place.at < end) constraints.push([terms(), terms(), terms()]);
  return constraints;
}

/** The names of wires in a `.sym` file. */
export function readWireNames(file: string): ReadonlyMap<number, string> {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  const named = lines.map((line) => line.split(','));
  return new Map(named.map(([, wire = '', , name = '']) => [Number(wire), name]));
}

/** The wires that could have another value while all others keep theirs; throws if the values themselves do not fit. */
export function freeWires(
  constraints: readonly Constraint[],
  values: readonly bigint[],
): readonly number[] {
  const isHeld = new Set<number>([0]);
  for (const [index, constraint] of constraints.entries()) {
    const [a, b, c] = constraint.map((terms) =>
      terms.reduce((sum, [wire, factor]) => sum + factor * (values[wire] ?? 0n), 0n),
    ) as [bigint, bigint, bigint];
    if ((a * b - c) % PRIME !== 0n) throw new Error(`constraint ${index} does not hold`);
    const factors = constraint.map((terms) => new Map(terms));
    for (const wire of new Set(constraint.flatMap((terms) => terms.map(([one]) => one)))) {
      const [da, db, dc] = factors.map((one) => one.get(wire) ?? 0n) as [bigint, bigint, bigint];
      if (((a + da) * (b + db) - c - dc) % PRIME !== 0n) isHeld.add(wire);
    }
  }
  return values.flatMap((_, wire) => (isHeld.has(wire) ? [] : [wire]));
}

/**
 * All ways to fill the open wires out of the values each may be tried with, the known ones given. A constraint is looked
 * at as soon as its last wire has a value.
 */
export function solutions(
  constraints: readonly Constraint[],
  known: ReadonlyMap<number, bigint>,
  open: readonly (readonly [wire: number, candidates: readonly bigint[]])[],
): readonly ReadonlyMap<number, bigint>[] {
  const order = new Map(open.map(([wire], place) => [wire, place]));
  const due = Array.from({ length: open.length + 1 }, (): Constraint[] => []);
  for (const constraint of constraints) {
    const places = constraint.flatMap((terms) => terms.map(([wire]) => order.get(wire) ?? -1));
    due[Math.max(-1, ...places) + 1]?.push(constraint);
  }
  const values = new Map(known);
  const found: ReadonlyMap<number, bigint>[] = [];
  const fill = (place: number): void => {
    if (!(due[place] ?? []).every((constraint) => isMet(constraint, values))) return;
    const next = open[place];
    if (next === undefined) {
      found.push(new Map(values));
      return;
    }
    for (const candidate of next[1]) {
      values.set(next[0], candidate);
      fill(place + 1);
    }
    values.delete(next[0]);
  };
  fill(0);
  return found;
}

function isMet(constraint: Constraint, values: ReadonlyMap<number, bigint>): boolean {
  const [a, b, c] = constraint.map((terms) =>
    terms.reduce((sum, [wire, factor]) => sum + factor * (values.get(wire) ?? 0n), 0n),
  ) as [bigint, bigint, bigint];
  return (a * b - c) % PRIME === 0n;
}
