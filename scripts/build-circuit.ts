/**
 * `npm run circuit:build`: compiles the circuit with the pinned compiler and checks it against `circuits/build-lock.json`.
 *
 * `--write` puts the hashes of a changed circuit into the lock; all keys must then be made anew.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  buildLock,
  builtCircuit,
  compile,
  fileSha256,
  ROOT,
  sourcesSha256,
} from './circuit/build.ts';

if (process.argv.includes('--write')) {
  const folder = mkdtempSync(join(tmpdir(), 'tripwire-circuit-'));
  const constraints = compile(folder, readFileSync(join(ROOT, 'circuits/main.circom'), 'utf8'));
  const lock = {
    compiler: buildLock().compiler,
    sources_sha256: sourcesSha256(),
    constraints,
    r1cs_sha256: fileSha256(join(folder, 'main.r1cs')),
    wasm_sha256: fileSha256(join(folder, 'main_js/main.wasm')),
  };
  rmSync(folder, { recursive: true });
  writeFileSync(join(ROOT, 'circuits/build-lock.json'), `${JSON.stringify(lock, null, 2)}\n`);
}
const { r1cs, wasm } = builtCircuit((line) => console.log(line));
console.log(`constraints  ${buildLock().constraints}\nr1cs         ${r1cs}\ncircuit      ${wasm}`);
