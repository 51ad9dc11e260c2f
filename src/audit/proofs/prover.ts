/**
 * Proves windows. The prover itself is a tool that people install beside Tripwire: snarkjs, or a native program.
 *
 * Both are copyleft, so neither is a dependency. What they are given is made here, and what they give back is compared
 * with the predicate and verified before it counts: a broken prover can waste time, nothing else.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorCode } from '../../base/error-words.ts';
import { parseJson } from '../../base/json-text.ts';
import { TripwireError } from '../../core/index.ts';
import { packedCarry, type Salts } from '../windows/window-commitment.ts';
import type { Carry, WindowNumbers } from '../windows/window-numbers.ts';
import { judgeWindow } from '../windows/window-predicate.ts';
import type { AuditWindow } from '../windows/window-shape.ts';
import { circuitInput } from './proof-input.ts';
import type { VerificationKey } from './proof-key.ts';
import { PUBLIC_SIGNALS } from './proof-statement.ts';
import { proofProblem, type WindowProof } from './proof-verify.ts';
import { wireAt, wtnsBytes, type Circuit } from './proof-witness.ts';

/** Something that makes a Groth16 proof of the wires of a circuit. */
export interface Prover {
  /** The points of the proof, as snarkjs writes them. */
  prove(wtns: Uint8Array): Promise<WindowProof['proof']>;
  /** Lets go of threads and files. */
  close(): Promise<void>;
}

/** The part of snarkjs that is used. */
interface SnarkJs {
  readonly groth16: {
    prove(
      zkey: Uint8Array,
      wtns: { readonly type: 'mem'; readonly data: Uint8Array },
    ): Promise<{ readonly proof: WindowProof['proof'] }>;
  };
}

const MISSING =
  'snarkjs is not installed (GPL-3.0, so not part of Tripwire): npm install snarkjs@0.7.6';

/** A prover in this process, if snarkjs is installed here or in the working folder. */
export async function snarkjsProver(zkeyFile: string): Promise<Prover> {
  const snarkjs = loadSnarkjs();
  const zkey = await readFile(zkeyFile);
  return {
    async prove(data) {
      const { proof } = await snarkjs.groth16.prove(zkey, { type: 'mem', data });
      return proof;
    },
    async close() {
      // It keeps its threads in a global; without this the process would not end.
      const { curve_bn128: curve } = globalThis as { curve_bn128?: { terminate(): Promise<void> } };
      await curve?.terminate();
    },
  };
}

function loadSnarkjs(): SnarkJs {
  for (const from of [import.meta.url, join(process.cwd(), 'package.json')]) {
    const load = createRequire(from);
    try {
      return load('snarkjs') as SnarkJs;
    } catch (error) {
      if (errorCode(error) !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  throw new TripwireError('PROOF_INVALID', `${MISSING}, or name a native prover with --prover`);
}

/** A prover that is a program: it is called with the files KEY WTNS PROOF PUBLIC, as rapidsnark's `prover` is. */
export function commandProver(command: string, zkeyFile: string): Prover {
  return {
    async prove(wtns) {
      const folder = await mkdtemp(join(tmpdir(), 'tripwire-proof-'));
      try {
        const [input, proof, signals] = ['w.wtns', 'proof.json', 'public.json'].map((name) =>
          join(folder, name),
        ) as [string, string, string];
        // The wires are the window: nobody else may read them.
        await writeFile(input, wtns, { mode: 0o600 });
        await runProver(command, [zkeyFile, input, proof, signals]);
        return await writtenProof(command, proof);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    close: () => Promise.resolve(),
  };
}

async function writtenProof(command: string, file: string): Promise<WindowProof['proof']> {
  const proof = parseJson(await readFile(file, 'utf8').catch(() => ''));
  if (proof !== undefined) return proof as WindowProof['proof'];
  throw new TripwireError('PROOF_INVALID', `the prover ${command} ended well, but wrote no proof`);
}

function runProver(command: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    const collect = (chunk: Buffer) => {
      said = `${said}${chunk.toString()}`.slice(-2_000);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    const refuse = (problem: string) => {
      reject(new TripwireError('PROOF_INVALID', `the prover ${command} ${problem}`));
    };
    child.on('error', (error) => refuse(`cannot be started: ${error.message}`));
    child.on('close', (code) => {
      if (code === 0) resolve();
      else refuse(`ended with ${code}: ${said.trim()}`);
    });
  });
}

/** What is proved with. */
export interface ProvingParts {
  readonly circuit: Circuit;
  readonly prover: Prover;
  readonly key: VerificationKey;
}

/** A window in its place, and the salts of its commitment. */
export interface ProvenWindow {
  readonly window: AuditWindow;
  readonly numbers: WindowNumbers;
  readonly carryIn: Carry;
  readonly salts?: Salts;
}

/** Proves one window, verified; throws `PROOF_INVALID` when circuit, prover and key do not belong together. */
export async function proveWindow(
  { circuit, prover, key }: ProvingParts,
  { window, numbers, carryIn, salts }: ProvenWindow,
): Promise<WindowProof> {
  const wires = circuit.wires(circuitInput(window, numbers, carryIn, salts));
  const signals = PUBLIC_SIGNALS.map((_, index) => wireAt(wires, index + 1));
  const { flags, ok, carryOut } = judgeWindow(numbers, carryIn);
  const expected = [BigInt(flags), ok ? 1n : 0n, packedCarry(carryOut)];
  if (expected.some((one, index) => signals[index + 1] !== one)) {
    const problem =
      'the circuit judges the window otherwise than the predicate: it is another circuit';
    throw new TripwireError('PROOF_INVALID', problem);
  }
  const { pi_a, pi_b, pi_c } = await prover.prove(wtnsBytes(circuit, wires));
  const proof = {
    key: key.id,
    proof: { pi_a, pi_b, pi_c },
    public_signals: signals.map(String),
  };
  const problem = proofProblem(key, proof);
  if (problem === null) return proof;
  const how = 'do the proving key, the key and the circuit belong together?';
  throw new TripwireError('PROOF_INVALID', `the prover gave no valid proof: ${problem}; ${how}`);
}
