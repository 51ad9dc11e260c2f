/**
 * The circuit itself: compiled by the pinned compiler, run on many windows, and proved on the bounds.
 *
 * Compiling takes seconds and the development key minutes, once, so this belongs to `npm run test:full`. What `npm test`
 * sees of the circuit are its committed proofs.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { builtChain, builtCircuit, ROOT } from '../../scripts/circuit/build.ts';
import { keyFileOf } from '../../scripts/circuit/ceremony.ts';
import { devKey } from '../../scripts/circuit/dev-key.ts';
import { verifies } from '../../spec/verifies.ts';
import {
  commitWindow,
  FLAG_NAMES,
  GENESIS_CARRY,
  judgeWindow,
  packedCarry,
  windowNumbers,
  type Carry,
} from '../../src/audit/index.ts';
import {
  batchProblems,
  circuitInput,
  DEV_MARK,
  loadCircuit,
  openKey,
  proveWindow,
  snarkjsProver,
  statementOf,
  signalsOf,
  wireAt,
  type Circuit,
  type CircuitInput,
} from '../../src/audit/proofs.ts';
import { chainWindows, goodWindow } from '../kit/audit-windows.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { IS_FULL } from '../kit/runs.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { SeededRandom } from '../simulation/seeded-random.ts';
import { BOUND_PAIRS } from './bound-pairs.ts';
import { freeWires, readConstraints, readWireNames } from './constraint-system.ts';
import { DEV_KEY, DEV_KEY_FILE } from './dev-proofs.ts';
import { randomWindow } from './random-windows.ts';
import { secondAnswer } from './second-implementation.ts';

const RANDOM_WINDOWS = 1_000;
const HALF_AN_HOUR_MS = 1_800_000;
const OUTPUTS = [1, 2, 3, 4];
const FIXTURE = join(ROOT, 'fixtures/patient_zero_autoloop16_v0.1.1.json');
const say = () => undefined;

describe.runIf(IS_FULL)('the circuit', () => {
  let circuit: Circuit;
  const built = () => builtCircuit(say);

  beforeAll(async () => {
    circuit = await loadCircuit(readFileSync(built().wasm));
  }, HALF_AN_HOUR_MS);

  verifies(
    ['A9', 'A10'],
    'agrees with the predicate and a second implementation on 1,000 random windows',
    () => {
      const random = new SeededRandom('circuit');
      const down = FLAG_NAMES.map(() => 0);
      for (let index = 0; index < RANDOM_WINDOWS; index += 1) {
        const { window, carryIn, salts } = randomWindow(random);
        const numbers = windowNumbers(window);
        const { flags, ok, carryOut } = judgeWindow(numbers, carryIn);
        const { root } = commitWindow(window, numbers, carryIn, salts);
        const expected = [root, BigInt(flags), ok ? 1n : 0n, packedCarry(carryOut)];
        const second = secondAnswer(window, packedCarry(carryIn), salts);
        const wires = circuit.wires(circuitInput(window, numbers, carryIn, salts));
        expect([second.root, second.flags, second.ok, second.carryOut]).toEqual(expected);
        expect(OUTPUTS.map((place) => wireAt(wires, place))).toEqual(expected);
        for (const place of down.keys())
          down[place] = (down[place] ?? 0) + (1 - ((flags >> place) & 1));
      }
      // Agreeing on windows that are all alike would say little.
      expect(Math.min(...down)).toBeGreaterThan(RANDOM_WINDOWS / 20);
      expect(Math.max(...down)).toBeLessThan((RANDOM_WINDOWS * 19) / 20);
    },
    HALF_AN_HOUR_MS,
  );

  test(
    'leaves no wire free but the hints of zeros',
    () => {
      const constraints = readConstraints(built().r1cs);
      const names = readWireNames(built().sym);
      const placed = BOUND_PAIRS.flatMap(({ onBound, outside }) => [onBound, outside]);
      for (const { window, carryIn } of placed.slice(0, 4)) {
        const wires = circuit.wires(circuitInput(window, windowNumbers(window), carryIn));
        const values = Array.from({ length: wires.length / 32 }, (_, wire) => wireAt(wires, wire));
        const free = freeWires(constraints, values).map(
          (wire) => names.get(wire) ?? `wire ${wire}`,
        );
        expect(free.filter((name) => !name.endsWith('.inverse'))).toEqual([]);
        // And the search finds something where a value is wrong.
        expect(() => freeWires(constraints, values.with(2, (values[2] ?? 0n) ^ 1n))).toThrow(
          /hold/,
        );
      }
    },
    HALF_AN_HOUR_MS,
  );

  test('takes no window with codes that are none, or a pause that is not the right one', () => {
    const window = goodWindow();
    const input = circuitInput(window, windowNumbers(window), GENESIS_CARRY);
    const changed = (name: string, value: bigint): CircuitInput => ({
      ...input,
      [name]: [value, ...(input[name] ?? []).slice(1)],
    });
    expect(() => circuit.wires(input)).not.toThrow();
    for (const bad of [
      changed('rest', 4n),
      changed('stance', 6n),
      changed('stance', 7n),
      changed('high', 2n),
      changed('beta1', 1n << 24n),
      changed('k_pause', 0n),
      changed('k_pause', 2n),
      changed('carry_in', 1n << 41n),
      changed('g0', 1n << 144n),
      changed('g1', 1n << 128n),
      changed('h0', (input['h0']?.[0] ?? 0n) + (1n << 80n)),
      changed('h0', 16n << 80n),
    ]) {
      expect(() => circuit.wires(bad)).toThrow(/the circuit takes no such window/);
    }
    expect(() => circuit.wires({ ...input, ids: [1n] })).toThrow(/2 values of ids, not 1/);
    const { salt: _, ...less } = input;
    expect(() => circuit.wires(less)).toThrow(/112 inputs, not 105/);
  });

  test(
    'of several windows in a row says what the windows say one by one',
    async () => {
      const chain = await loadCircuit(readFileSync(builtChain(2).wasm));
      const windows = chainWindows([goodWindow(), goodWindow()]);
      let carry: Carry = GENESIS_CARRY;
      const inputs = windows.map((window) => {
        const input = circuitInput(window, windowNumbers(window), carry);
        carry = judgeWindow(windowNumbers(window), carry).carryOut;
        return input;
      });
      const wires = chain.wires(chainInput(inputs));
      const [root, first, second, ok, carryOut] = [1, 2, 3, 4, 5].map((at) => wireAt(wires, at));
      expect(root).toBe(BigInt(windows[1]?.witness.asc_root ?? 0));
      expect([first, second, ok, carryOut]).toEqual([2047n, 2047n, 1n, packedCarry(carry)]);
    },
    HALF_AN_HOUR_MS,
  );

  verifies(
    ['A9', 'A10'],
    'proves for each flag a window on the bound and its twin one unit outside',
    async () => {
      const files = devKey(say);
      expect(keyFileOf(DEV_MARK, files.r1cs, files.zkey)).toEqual(DEV_KEY);
      const key = await openKey(DEV_KEY, { allowDevSetup: true });
      const prover = await snarkjsProver(files.zkey);
      const placed = BOUND_PAIRS.flatMap(({ onBound, outside }) => [onBound, outside]);
      try {
        const proofs = [];
        for (const { window, carryIn } of placed) {
          const numbers = windowNumbers(window);
          proofs.push(await proveWindow({ circuit, prover, key }, { window, numbers, carryIn }));
        }
        expect([...batchProblems(key, proofs)]).toEqual([]);
        const flags = proofs.map((one) => statementOf(signalsOf(one.public_signals)).flags);
        const outside = BOUND_PAIRS.map(({ flag }) => 2047 - 2 ** FLAG_NAMES.indexOf(flag));
        expect(flags).toEqual(outside.flatMap((one) => [2047, one]));
        expect(new Set(outside).size).toBe(FLAG_NAMES.length);
      } finally {
        await prover.close();
      }
    },
    HALF_AN_HOUR_MS,
  );
});

describe.runIf(IS_FULL)('the commands', () => {
  test(
    'prove a window with snarkjs and with a program of its own, and verify both',
    async () => {
      const { zkey, wasm } = devKey(say);
      const folder = temporaryFolder();
      // A native prover is called as rapidsnark's is; this one happens to be snarkjs again.
      const program = join(folder, 'prover');
      const tool = join(ROOT, 'node_modules/snarkjs/build/cli.cjs');
      const script = `#!/bin/sh\nexec '${process.execPath}' '${tool}' groth16 prove "$@"\n`;
      writeFileSync(program, script, { mode: 0o755 });
      for (const [name, more] of [
        ['own', []],
        ['native', ['--prover', program]],
      ] as const) {
        const out = join(folder, name);
        const key = ['--key', DEV_KEY_FILE, '--allow-dev-key'];
        const files = ['--zkey', zkey, '--circuit', wasm, '--out', out];
        const part = ['--from', '1', '--count', '1'];
        const prove = ['audit', 'prove', FIXTURE, ...key, ...files, ...part, ...more];
        expect(await runTripwire(prove)).toMatchObject({ code: 0, stderr: '' });
        const verified = await runTripwire(['audit', 'verify-proof', out, ...key]);
        expect(verified.code).toBe(0);
        expect(verified.stdout).toMatch(/violated: window 0 .*beta1_jerk_within_bound/);
        const again = await runTripwire(prove);
        expect([again.code, again.stderr]).toEqual([
          2,
          expect.stringMatching(/nothing is overwritten/),
        ]);
      }
    },
    HALF_AN_HOUR_MS,
  );
});

/** The input of the circuit of several windows, out of those of each. */
function chainInput(inputs: readonly CircuitInput[]): CircuitInput {
  const [first = {}] = inputs;
  const shared = ['prev_root', 'h0', 'carry_in', 'g0', 'g1', 'k_pause'];
  const each = ['beta1', 'acute', 'systemic', 'rest', 'stance', 'high', 'leaf6', 'ids'];
  const salts = inputs.flatMap(({ salt = [] }) => salt.filter((_, leaf) => leaf !== 5));
  return {
    ...Object.fromEntries(shared.map((name) => [name, first[name] ?? []])),
    ...Object.fromEntries(each.map((name) => [name, inputs.flatMap((one) => one[name] ?? [])])),
    salt5: (first['salt'] ?? []).slice(5, 6),
    salt: salts,
  };
}
