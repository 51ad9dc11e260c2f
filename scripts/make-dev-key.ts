/**
 * `npm run circuit:dev-key`: builds the circuit and the development key, and compares it with the committed one.
 *
 * `--write` puts a new verification key into `circuits/`, after the circuit was changed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEV_MARK } from '../src/audit/proofs.ts';
import { ROOT } from './circuit/build.ts';
import { keyFileOf } from './circuit/ceremony.ts';
import { devKey } from './circuit/dev-key.ts';

const committed = join(ROOT, `circuits/${DEV_MARK}.json`);
const files = devKey((line) => console.log(line));
const key = keyFileOf(DEV_MARK, files.r1cs, files.zkey);
if (process.argv.includes('--write')) writeFileSync(committed, `${JSON.stringify(key, null, 2)}\n`);
const { id } = JSON.parse(readFileSync(committed, 'utf8')) as { id: string };
console.log(`key      ${committed}\nzkey     ${files.zkey}\ncircuit  ${files.wasm}`);
if (id !== key.id) {
  console.error(`the key made here is ${key.id}, the committed one is ${id}`);
  process.exitCode = 1;
}
