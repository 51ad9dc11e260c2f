/**
 * The key for development: everybody can make it again, so everybody can forge with it.
 *
 * Both phases get one contribution, and that is a published beacon: the secret is public, the key is the same on every
 * machine, and the committed proofs and verification key of the tests fit it. Its id says `dev-insecure`.
 */
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { builtCircuit, type BuiltCircuit } from './build.ts';
import { snarkjs } from './snarkjs.ts';

/** 2^13 = 8,192 constraints. */
const POWER = '13';
const BEACON = '74726970776972652064657620696e736563757265206e6f2073656372657400';
const BEACON_ROUNDS = '10';

/** What proving takes. */
export interface ProvingFiles extends BuiltCircuit {
  readonly zkey: string;
}

/** The development key, made if it is not there; that takes minutes, once. */
export function devKey(say: (line: string) => void): ProvingFiles {
  const circuit = builtCircuit(say);
  const zkey = join(circuit.folder, 'dev-insecure.zkey');
  if (!existsSync(zkey)) makeKey(circuit, zkey, say);
  return { ...circuit, zkey };
}

function makeKey({ folder, r1cs }: BuiltCircuit, zkey: string, say: (line: string) => void): void {
  const place = (name: string) => join(folder, name);
  const steps: readonly (readonly [string, readonly string[]])[] = [
    ['powers of tau', ['powersoftau', 'new', 'bn128', POWER, place('0.ptau')]],
    [
      'beacon of phase 1',
      ['powersoftau', 'beacon', place('0.ptau'), place('1.ptau'), BEACON, BEACON_ROUNDS],
    ],
    ['phase 2', ['powersoftau', 'prepare', 'phase2', place('1.ptau'), place('final.ptau')]],
    ['key', ['groth16', 'setup', r1cs, place('final.ptau'), place('0.zkey')]],
    [
      'beacon of phase 2',
      ['zkey', 'beacon', place('0.zkey'), place('1.zkey'), BEACON, BEACON_ROUNDS],
    ],
  ];
  for (const [index, [name, args]] of steps.entries()) {
    say(`development key, step ${index + 1} of ${steps.length}: ${name}`);
    snarkjs(...args);
  }
  // Under its name only when it is whole.
  renameSync(place('1.zkey'), zkey);
  for (const name of ['0.ptau', '1.ptau', 'final.ptau', '0.zkey']) {
    rmSync(place(name), { force: true });
  }
}

/** The verification key inside a proving key. */
export function exportedKey(zkey: string): unknown {
  const file = `${zkey}.vk.json`;
  snarkjs('zkey', 'export', 'verificationkey', zkey, file);
  return JSON.parse(readFileSync(file, 'utf8')) as unknown;
}
