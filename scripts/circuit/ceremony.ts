/**
 * The steps of a real set-up, each with the checks that make it worth something.
 *
 * A Groth16 key is safe if one contributor of each phase forgot his secret. Phase 1 is the public Perpetual Powers of
 * Tau as the Hermez project closed it; phase 2 is ours. What can go wrong has gone wrong elsewhere: a skipped phase 2
 * gives a key that verifies forged proofs, so the last step counts contributions and looks at the points.
 */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { DEV_MARK, keyId, openKey, type KeyFile } from '../../src/audit/proofs.ts';
import { fileSha256 } from './build.ts';
import { exportedKey } from './dev-key.ts';
import { snarkjs, snarkjsTold } from './snarkjs.ts';

/** What a ceremony is about. */
export interface Ceremony {
  readonly r1cs: string;
  readonly ptau: string;
  /** BLAKE2b-512 of the file of phase 1. */
  readonly ptauBlake2b: string;
}

/** `powersOfTau28_hez_final_13.ptau`, as the README of snarkjs 0.7.6 lists it. */
export const PHASE_1_BLAKE2B =
  '58efc8bf2834d04768a3d7ffcd8e1e23d461561729beaac4e3e7a47829a1c906' +
  '6d5320241e124a1a8e8aa6c75be0ba66f65bc8239a0542ed38e11276f6fdb4d9';
/** Contributions of people; the beacon comes on top. */
const CONTRIBUTIONS_MIN = 3;
const BEACON_ROUNDS = '10';

/** Begins phase 2: the key before anybody contributed. */
export function startCeremony(ceremony: Ceremony, zkey: string): void {
  refuseExisting(zkey);
  checkPhase1(ceremony);
  snarkjs('powersoftau', 'verify', ceremony.ptau);
  snarkjs('groth16', 'setup', ceremony.r1cs, ceremony.ptau, zkey);
}

/** One person's contribution, with chance from this machine that is written nowhere; returns its hash. */
export function contribute(from: string, to: string, name: string): string {
  refuseExisting(to);
  const chance = `${randomBytes(64).toString('hex')}\n`;
  return snarkjsTold(chance, 'zkey', 'contribute', from, to, `--name=${name}`);
}

/** Closes phase 2 with a value that nobody could know when the last person contributed. */
export function closeWithBeacon(from: string, to: string, beacon: string): void {
  refuseExisting(to);
  if (!/^[0-9a-f]{64}$/u.test(beacon)) {
    throw new Error(`a beacon is 64 hex digits, announced before they were known; not ${beacon}`);
  }
  snarkjs('zkey', 'beacon', from, to, beacon, BEACON_ROUNDS, '--name=beacon');
}

/** Checks a finished key against circuit and phase 1; returns the names of its contributions, the last first. */
export async function checkKey(ceremony: Ceremony, zkey: string): Promise<readonly string[]> {
  checkPhase1(ceremony);
  const said = snarkjs('zkey', 'verify', ceremony.r1cs, ceremony.ptau, zkey);
  if (!said.includes('ZKey Ok!')) throw new Error(`the key does not verify:\n${said}`);
  const names = [...said.matchAll(/contribution #\d+ (.*):/gu)].map((match) => match[1] ?? '');
  const people = names.filter((name) => name !== 'beacon').length;
  if (people < CONTRIBUTIONS_MIN || names[0] !== 'beacon') {
    const needed = `at least ${CONTRIBUTIONS_MIN} contributions and then a beacon`;
    throw new Error(`the key has ${people} contributions (${names.join(', ')}), not ${needed}`);
  }
  return names;
}

/** Writes the key file that verifiers use. */
export async function publishKey(
  ceremony: Ceremony,
  zkey: string,
  { name, file }: { readonly name: string; readonly file: string },
): Promise<KeyFile> {
  refuseExisting(file);
  if (name.includes(DEV_MARK)) throw new Error(`${DEV_MARK} is the name of keys that are not safe`);
  await checkKey(ceremony, zkey);
  const key = keyFileOf(name, ceremony.r1cs, zkey);
  await openKey(key);
  writeFileSync(file, `${JSON.stringify(key, null, 2)}\n`);
  return key;
}

/** The key file of a proving key. */
export function keyFileOf(name: string, r1cs: string, zkey: string): KeyFile {
  const exported = exportedKey(zkey) as Record<string, unknown>;
  // The pairing of alpha and beta is there for other verifiers, and follows from the rest.
  const { vk_alphabeta_12: _, ...verificationKey } = exported;
  return {
    id: keyId(name, verificationKey),
    r1cs_sha256: fileSha256(r1cs),
    verification_key: verificationKey,
  };
}

function checkPhase1({ ptau, ptauBlake2b }: Ceremony): void {
  const found = createHash('blake2b512').update(readFileSync(ptau)).digest('hex');
  if (found !== ptauBlake2b) {
    throw new Error(`${ptau} has BLAKE2b ${found}, not ${ptauBlake2b}: it is not that phase 1`);
  }
}

function refuseExisting(file: string): void {
  if (existsSync(file)) throw new Error(`${file} exists; nothing is overwritten here`);
}
