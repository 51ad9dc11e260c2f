/**
 * The second half of `npm run bench:audit`: what proofs of windows cost to make and to verify.
 *
 * Aims: 1 s to prove a window with snarkjs, 50 ms to verify it, 2 s for 400 proofs at once. The development key is made
 * first if it is not there, which takes minutes. CHAIN=8 also compiles a circuit of 8 windows in a row; its key would
 * take half an hour, so only its size is told.
 */
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { builtChain, buildLock } from '../scripts/circuit/build.ts';
import { devKey } from '../scripts/circuit/dev-key.ts';
import { GENESIS_CARRY, windowNumbers } from '../src/audit/index.ts';
import {
  batchProblems,
  circuitInput,
  commandProver,
  loadCircuit,
  openKey,
  proofProblem,
  proveWindow,
  snarkjsProver,
  type Prover,
} from '../src/audit/proofs.ts';
import { DEV_KEY } from '../test/audit/dev-proofs.ts';
import { goodWindow } from '../test/kit/audit-windows.ts';

const PROVED = 12;
const BATCH = 400;
/** A native prover, called as rapidsnark's is. */
const NATIVE = process.env['PROVER'];
const CHAIN = Number(process.env['CHAIN'] ?? 0);

interface Times {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** The median of some runs, the first left out: it compiles. */
async function measured(runs: number, work: () => unknown): Promise<Times> {
  await work();
  const all: Times[] = [];
  for (let run = 0; run < runs; run += 1) {
    const cpu = process.cpuUsage();
    const from = performance.now();
    await work();
    const { user, system } = process.cpuUsage(cpu);
    all.push({ wallMs: performance.now() - from, cpuMs: (user + system) / 1_000 });
  }
  const middle = (values: readonly number[]) =>
    values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
  return {
    wallMs: middle(all.map((one) => one.wallMs)),
    cpuMs: middle(all.map((one) => one.cpuMs)),
  };
}

function show(what: string, { wallMs, cpuMs }: Times, aim = ''): void {
  const figures = `${wallMs.toFixed(1).padStart(8)} ms wall ${cpuMs.toFixed(1).padStart(8)} ms CPU`;
  console.log(`${what.padEnd(34)}${figures}  ${aim}`);
}

const files = devKey((line) => console.error(line));
const key = await openKey(DEV_KEY, { allowDevSetup: true });
const circuit = await loadCircuit(readFileSync(files.wasm));
const window = goodWindow();
const placed = { window, numbers: windowNumbers(window), carryIn: GENESIS_CARRY };
const input = circuitInput(window, placed.numbers, GENESIS_CARRY);
const load = loadavg()[0]?.toFixed(1);
console.log(`${buildLock().constraints} constraints, key ${key.id}, load ${load}`);
show('witness', await measured(20, () => circuit.wires(input)));

async function benchProver(name: string, prover: Prover): Promise<void> {
  try {
    const work = () => proveWindow({ circuit, prover, key }, placed);
    show(`prove with ${name}`, await measured(PROVED, work), '(aim 1,000 ms)');
  } finally {
    await prover.close();
  }
}
const first = await snarkjsProver(files.zkey);
const proof = await proveWindow({ circuit, prover: first, key }, placed);
await benchProver('snarkjs', first);
if (NATIVE !== undefined) await benchProver(NATIVE, commandProver(NATIVE, files.zkey));

show('verify one', await measured(20, () => expectNone(proofProblem(key, proof))), '(aim 50 ms)');
const many = new Array<unknown>(BATCH).fill(proof);
const whole = () => expectNone(batchProblems(key, many).size === 0 ? null : 'a proof is refused');
show(`verify ${BATCH} at once`, await measured(3, whole), '(aim 2,000 ms)');
const oneBad = many.with(123, { ...proof, public_signals: proof.public_signals.with(2, '0') });
show('find a bad one among them', await measured(2, () => batchProblems(key, oneBad)));

if (CHAIN > 0) {
  const from = performance.now();
  const { wasm, r1cs } = builtChain(CHAIN);
  const seconds = ((performance.now() - from) / 1_000).toFixed(1);
  const megabytes = (readFileSync(r1cs).length / 1e6).toFixed(1);
  console.log(`${CHAIN} windows in a row: compiled in ${seconds} s, constraints ${megabytes} MB`);
  await loadCircuit(readFileSync(wasm));
}

function expectNone(problem: string | null): void {
  if (problem !== null) throw new Error(`the bench's own proof is refused: ${problem}`);
}
