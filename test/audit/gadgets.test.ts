/**
 * The small parts of the circuit, each alone: for every input there is exactly one way to fill its wires.
 *
 * The values are right in honest runs; here the prover is not honest and may write whatever he likes on every wire that
 * is not an input. That is what a forgotten constraint would let him do.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { compile } from '../../scripts/circuit/build.ts';
import { loadCircuit, wireAt } from '../../src/audit/proofs.ts';
import { IS_FULL } from '../kit/runs.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { readConstraints, readWireNames, solutions } from './constraint-system.ts';

const MINUTES_MS = 300_000;
const WIRE_BYTES = 32;

type Input = Readonly<Record<string, readonly bigint[]>>;

interface Gadget {
  readonly name: string;
  readonly inputs: readonly Input[];
  /** Whether an input has a filling at all. */
  readonly takes: (input: Input) => boolean;
}

const first = (input: Input, name: string) => input[name]?.[0] ?? 0n;
const below = (count: number) => Array.from({ length: count }, (_, index) => BigInt(index));
const bitsOf = (value: number) => below(16).map((place) => (BigInt(value) >> place) & 1n);

const GADGETS: readonly Gadget[] = [
  {
    name: 'Bits(3)',
    inputs: [...below(9), -1n].map((value) => ({ in: [value] })),
    takes: (input) => first(input, 'in') >= 0n && first(input, 'in') < 8n,
  },
  {
    name: 'AtMost(3)',
    inputs: below(64).map((value) => ({ a: [value >> 3n], b: [value & 7n] })),
    takes: () => true,
  },
  {
    name: 'IsZero()',
    inputs: [0n, 1n, 5n, -1n].map((value) => ({ in: [value] })),
    takes: () => true,
  },
  {
    name: 'All(3)',
    inputs: below(8).map((value) => ({ in: bitsOf(Number(value)).slice(0, 3) })),
    takes: () => true,
  },
  {
    name: 'Thermometer16()',
    inputs: [0, 1, 2, 7, 14, 15, 16, 17, 31, 4_096, 65_535].map((value) => ({
      bits: bitsOf(value),
    })),
    takes: () => true,
  },
  {
    name: 'Step()',
    inputs: below(5).flatMap((rest) =>
      below(8).flatMap((stance) =>
        below(3).map((high) => ({ rest: [rest], stance: [stance], high: [high] })),
      ),
    ),
    takes: (input) =>
      first(input, 'rest') < 4n && first(input, 'stance') < 6n && first(input, 'high') < 2n,
  },
];

describe.runIf(IS_FULL)('every part of the circuit has one filling', () => {
  const folder = temporaryFolder();
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(GADGETS)(
    '$name',
    async ({ name, inputs, takes }) => {
      const place = join(folder, name);
      // Public, because a private input that is a mere sum of other wires is optimised away.
      const shown = Object.keys(inputs[0] ?? {}).join(', ');
      const main = `include "window.circom";\ncomponent main {public [${shown}]} = ${name};\n`;
      compile(place, `pragma circom 2.2.3;\n${main}`);
      const circuit = await loadCircuit(readFileSync(join(place, 'main_js/main.wasm')));
      const constraints = readConstraints(join(place, 'main.r1cs'));
      const names = readWireNames(join(place, 'main.sym'));
      for (const input of inputs) {
        const known = knownWires(names, input);
        const open = [...names.keys()].filter((wire) => wire > 0 && !known.has(wire));
        // Bits, small counts, and the hint that an honest run would have written.
        const honest = takes(input) ? circuit.wires(inField(input)) : new Uint8Array();
        const count = honest.length / WIRE_BYTES;
        const found = solutions(
          constraints,
          known,
          open.map((wire) => [
            wire,
            [...new Set([0n, 1n, 2n, ...(wire < count ? [wireAt(honest, wire)] : [])])],
          ]),
        );
        // The hint of a zero is free; it decides nothing.
        const isHint = (wire: number) => names.get(wire)?.endsWith('inverse') ?? false;
        const distinct = new Set(
          found.map((one) =>
            JSON.stringify([...one].filter(([wire]) => !isHint(wire)).map(String)),
          ),
        );
        expect([name, input, distinct.size]).toEqual([name, input, takes(input) ? 1 : 0]);
      }
    },
    MINUTES_MS,
  );
});

const PRIME = 21888242871839275222246405745257275088548364400416034343698204186575808495617n;

function inField(input: Input): Input {
  const entries = Object.entries(input);
  return Object.fromEntries(
    entries.map(([name, values]) => [name, values.map((value) => (value + PRIME) % PRIME)]),
  );
}

/** The constant, and the inputs by their names. */
function knownWires(names: ReadonlyMap<number, string>, input: Input): ReadonlyMap<number, bigint> {
  const known = new Map([[0, 1n]]);
  for (const [wire, name] of names) {
    const match = /^main\.(\w+)(?:\[(\d+)\])?$/u.exec(name);
    const value = input[match?.[1] ?? '']?.[Number(match?.[2] ?? 0)];
    if (value !== undefined && wire > 0) known.set(wire, value);
  }
  return known;
}
