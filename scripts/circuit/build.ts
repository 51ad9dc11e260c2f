/**
 * Compiles the circuit with the pinned compiler and checks that the result is the known one.
 *
 * Whoever trusts a key trusts it for one set of constraints. The hash of these stands in `circuits/build-lock.json`; a
 * build that gives another hash is another circuit, and no key of this one fits it.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { poseidonConstants } from './poseidon-constants.ts';

export const ROOT = join(import.meta.dirname, '../..');
const SOURCES = join(ROOT, 'circuits');
/** What is made of the circuit and takes long: kept until the packages are installed anew. */
const CACHE = join(ROOT, 'node_modules/.cache/tripwire-circuits');

/** What a build must give. */
export interface BuildLock {
  readonly compiler: string;
  readonly sources_sha256: string;
  readonly constraints: number;
  readonly r1cs_sha256: string;
  readonly wasm_sha256: string;
}

/** A compiled circuit. */
export interface BuiltCircuit {
  readonly folder: string;
  readonly r1cs: string;
  readonly wasm: string;
  /** Which wire has which name. */
  readonly sym: string;
}

/** The lock of the circuit that is proved. */
export function buildLock(): BuildLock {
  return JSON.parse(readFileSync(join(SOURCES, 'build-lock.json'), 'utf8')) as BuildLock;
}

/** The hash of the circuit's own source: with it a change shows before anybody compiles. */
export function sourcesSha256(): string {
  const sum = createHash('sha256');
  for (const name of sourceNames())
    sum.update(`${name}\n`).update(readFileSync(join(SOURCES, name)));
  return sum.digest('hex');
}

function sourceNames(): readonly string[] {
  return readdirSync(SOURCES)
    .filter((name) => name.endsWith('.circom'))
    .toSorted();
}

/** The circuit of one window: from the cache if it is there, and always with the locked hashes. */
export function builtCircuit(say: (line: string) => void): BuiltCircuit {
  const lock = buildLock();
  const circuit = placesIn(join(CACHE, lock.r1cs_sha256.slice(0, 16)));
  if (!existsSync(circuit.wasm)) {
    say(`compiling the circuit with ${lock.compiler}, about 10 s`);
    compile(circuit.folder, readFileSync(join(SOURCES, 'main.circom'), 'utf8'));
  }
  for (const [file, expected] of [
    [circuit.r1cs, lock.r1cs_sha256],
    [circuit.wasm, lock.wasm_sha256],
  ] as const) {
    const sha256 = fileSha256(file);
    if (sha256 !== expected) {
      const how = `delete ${circuit.folder} and build again; a changed circuit needs a new lock and new keys`;
      throw new Error(`${file} has sha256 ${sha256}, not ${expected}: ${how}`);
    }
  }
  return circuit;
}

/** k windows in one circuit, for the bench: no lock, no key that anybody should trust. */
export function builtChain(windows: number): BuiltCircuit {
  const circuit = placesIn(join(CACHE, `${windows}-windows`));
  const inputs = 'prev_root, h0, carry_in, g0, g1';
  const main = `component main {public [${inputs}]} = WindowsInARow(${windows});`;
  if (!existsSync(circuit.wasm)) {
    compile(circuit.folder, `pragma circom 2.2.3;\ninclude "window.circom";\n${main}\n`);
  }
  return circuit;
}

/** Compiles into a folder; returns the number of constraints, throws with what the compiler said. */
export function compile(folder: string, main: string): number {
  checkCompiler();
  mkdirSync(folder, { recursive: true });
  for (const name of sourceNames()) copyFileSync(join(SOURCES, name), join(folder, name));
  writeFileSync(join(folder, 'poseidon-constants.circom'), poseidonConstants());
  writeFileSync(join(folder, 'main.circom'), main);
  const compiler = join(ROOT, 'node_modules/circom2/cli.js');
  const args = [compiler, 'main.circom', '--r1cs', '--wasm', '--sym', '--O2', '-o', '.'];
  const ran = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  if (ran.status !== 0 || !existsSync(join(folder, 'main_js/main.wasm'))) {
    throw new Error(`the circuit does not compile:\n${ran.stdout}${ran.stderr}`);
  }
  return Number(/non-linear constraints: (\d+)/u.exec(ran.stdout)?.[1]);
}

function checkCompiler(): void {
  const about = join(ROOT, 'node_modules/circom2/package.json');
  const known = buildLock().compiler;
  if (!existsSync(about)) throw new Error(`${known} is not installed: npm install`);
  const { name, version } = JSON.parse(readFileSync(about, 'utf8')) as Record<string, string>;
  if (`${name} ${version}` !== known) {
    throw new Error(`the compiler is ${name} ${version}, the circuit is locked to ${known}`);
  }
}

function placesIn(folder: string): BuiltCircuit {
  return {
    folder,
    r1cs: join(folder, 'main.r1cs'),
    wasm: join(folder, 'main_js/main.wasm'),
    sym: join(folder, 'main.sym'),
  };
}

/** The SHA-256 of a file in hex digits. */
export function fileSha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
