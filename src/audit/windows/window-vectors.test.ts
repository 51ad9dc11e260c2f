/** The commitments and verdicts of patient zero, byte for byte as other implementations computed them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import {
  checkWindow,
  commitWindow,
  GENESIS_CARRY,
  judgeWindow,
  packedCarry,
  rootText,
  unpackedCarry,
  windowNumbers,
  type AuditWindow,
  type Carry,
} from '../index.ts';
import { idsJson } from './window-commitment.ts';

const ROOT = join(import.meta.dirname, '../../..');

interface Vector {
  readonly window_id: string;
  readonly ids_json: string;
  readonly carry_in: { readonly hasPrev: number; readonly beta: number; readonly cool: number };
  readonly preimages: readonly (readonly string[])[];
  readonly leaves: readonly string[];
  readonly level1: readonly string[];
  readonly level2: readonly string[];
  readonly asc_root: string;
  readonly flags: number;
  readonly ok: boolean;
  readonly okChain: boolean;
  readonly carry_out_packed: string;
}

const read = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as unknown;
const { windows } = read('fixtures/patient_zero_autoloop16_v0.1.1.json') as {
  windows: readonly AuditWindow[];
};
const vectors = read('test/fixtures/audit/asc1-vectors.json') as readonly Vector[];

/** Each window with the carry it comes after. */
function chained(): readonly (readonly [AuditWindow, Carry])[] {
  let carry = GENESIS_CARRY;
  return windows.map((window) => {
    const pair = [checkWindow(window), carry] as const;
    carry = judgeWindow(windowNumbers(window), carry).carryOut;
    return pair;
  });
}

describe('patient zero', () => {
  for (const [index, [window, carryIn]] of chained().entries()) {
    const vector = vectors[index];
    if (vector === undefined) throw new Error('a vector is missing');
    const numbers = windowNumbers(window);
    verifies(['A8', 'A11'], `${vector.window_id}: preimages, leaves, nodes and root`, () => {
      const commitment = commitWindow(window, numbers, carryIn);
      const hex = (values: readonly bigint[]) => values.map((one) => `0x${one.toString(16)}`);
      expect(idsJson(window)).toBe(vector.ids_json);
      expect(commitment.preimages.map(hex)).toEqual(
        vector.preimages.map((one) => hex(one.map(BigInt))),
      );
      expect(commitment.leaves.map(rootText)).toEqual(vector.leaves);
      expect(commitment.level1.map(rootText)).toEqual(vector.level1);
      expect(commitment.level2.map(rootText)).toEqual(vector.level2);
      expect(rootText(commitment.root)).toBe(vector.asc_root);
      expect(window.witness.asc_root).toBe(vector.asc_root);
    });
    verifies(['A10', 'A11'], `${vector.window_id}: flags, verdicts and carry`, () => {
      const { flags, ok, okChain, carryOut } = judgeWindow(numbers, carryIn);
      expect({ flags, ok, okChain }).toEqual({
        flags: vector.flags,
        ok: vector.ok,
        okChain: vector.okChain,
      });
      expect(packedCarry(carryOut)).toBe(BigInt(vector.carry_out_packed));
      expect(unpackedCarry(packedCarry(carryOut))).toEqual(carryOut);
    });
  }
});
