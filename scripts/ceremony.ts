/**
 * `node scripts/ceremony.ts`: makes a key for proofs of windows that others can trust. docs/audit-proofs.md tells the
 * whole way; every step checks what it gets and overwrites nothing.
 */
import { builtCircuit } from './circuit/build.ts';
import {
  checkKey,
  closeWithBeacon,
  contribute,
  PHASE_1_BLAKE2B,
  publishKey,
  startCeremony,
  type Ceremony,
} from './circuit/ceremony.ts';

const USAGE = `node scripts/ceremony.ts start PTAU 0.zkey
node scripts/ceremony.ts contribute 0.zkey 1.zkey NAME
node scripts/ceremony.ts beacon 3.zkey final.zkey HEX
node scripts/ceremony.ts check PTAU final.zkey
node scripts/ceremony.ts publish PTAU final.zkey NAME KEY.json`;

const say = (line: string) => console.log(line);

function ceremonyOf(ptau: string): Ceremony {
  return { r1cs: builtCircuit(say).r1cs, ptau, ptauBlake2b: PHASE_1_BLAKE2B };
}

type Words = readonly [string, string, string, string];

const steps: Readonly<
  Record<string, { words: number; run: (words: Words) => Promise<void> | void }>
> = {
  start: { words: 2, run: ([ptau, zkey]) => startCeremony(ceremonyOf(ptau), zkey) },
  contribute: { words: 3, run: ([from, to, name]) => say(contribute(from, to, name)) },
  beacon: { words: 3, run: ([from, to, beacon]) => closeWithBeacon(from, to, beacon) },
  check: {
    words: 2,
    run: async ([ptau, zkey]) => {
      const names = await checkKey(ceremonyOf(ptau), zkey);
      say(`the key is whole; contributions, the last first: ${names.join(', ')}`);
    },
  },
  publish: {
    words: 4,
    run: async ([ptau, zkey, name, file]) => {
      const key = await publishKey(ceremonyOf(ptau), zkey, { name, file });
      say(`${file} holds the key ${key.id}`);
    },
  },
};

const [name = '', ...words] = process.argv.slice(2);
const step = Object.hasOwn(steps, name) ? steps[name] : undefined;
if (step === undefined || words.length !== step.words) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  const given: Words = [words[0] ?? '', words[1] ?? '', words[2] ?? '', words[3] ?? ''];
  try {
    await step.run(given);
  } catch (error) {
    console.error(`ceremony: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
