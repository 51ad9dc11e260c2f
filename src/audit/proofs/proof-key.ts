/**
 * The key that proofs are verified with, and the refusal of keys with which anybody can forge.
 *
 * A key is trusted for the way it was made, which no arithmetic shows. Two ways are known to be worthless and are
 * refused here: the development key, whose secret is public, and a key to which nobody contributed, whose γ and δ are
 * the same point.
 */
import type { G1, G2 } from 'mcl-wasm';
import { isObject } from '../../base/json-values.ts';
import { canonicalJson, TripwireError } from '../../core/browser.ts';
import { sha256Hex } from '../bytes.ts';
import { pointOfG1, pointOfG2, startCurve } from './proof-points.ts';
import { PUBLIC_SIGNALS } from './proof-statement.ts';

/** What a key file holds. */
export interface KeyFile {
  /** A name and the hash of `verification_key`: `NAME-0123456789abcdef…`. */
  readonly id: string;
  /** SHA-256 of the constraints it was made for. */
  readonly r1cs_sha256: string;
  /** As `snarkjs zkey export verificationkey` writes it. */
  readonly verification_key: Readonly<Record<string, unknown>>;
}

/** A key that was checked. */
export interface VerificationKey {
  readonly id: string;
  readonly alpha: G1;
  readonly beta: G2;
  readonly gamma: G2;
  readonly delta: G2;
  /** One more than there are public signals. */
  readonly inputs: readonly G1[];
}

/** The mark in the id of keys whose secret is known. */
export const DEV_MARK = 'dev-insecure';
/** The hash of the development key of `scripts/make-dev-key.ts`: renaming it makes it no better. */
const DEV_KEY_HASH = 'cca8e110d2870b50078a37235412cc4c';
const HASH_DIGITS = 32;
const FIELDS = ['vk_alpha_1', 'vk_beta_2', 'vk_gamma_2', 'vk_delta_2', 'IC'] as const;

/** The id of a key by that name. */
export function keyId(name: string, key: KeyFile['verification_key']): string {
  const parts = Object.fromEntries(FIELDS.map((field) => [field, key[field] ?? null]));
  return `${name}-${sha256Hex(canonicalJson(parts)).slice(0, HASH_DIGITS)}`;
}

/** Checks a key file; throws `PROOF_INVALID` when it cannot be trusted with anything. */
export async function openKey(
  value: unknown,
  { allowDevSetup = false }: { readonly allowDevSetup?: boolean } = {},
): Promise<VerificationKey> {
  await startCurve();
  const { id, verification_key: key } = keyFile(value);
  const name = id.slice(0, -HASH_DIGITS - 1);
  if (keyId(name, key) !== id) {
    fail(`its id is ${id}, its points give ${keyId(name, key)}: it was changed`);
  }
  const isDev = id.includes(DEV_MARK) || id.endsWith(`-${DEV_KEY_HASH}`);
  if (isDev && !allowDevSetup) {
    fail(`${id} is a development key: its secret is public and everybody can forge with it`);
  }
  const gamma = pointOfG2(key['vk_gamma_2'], 'vk_gamma_2');
  const delta = pointOfG2(key['vk_delta_2'], 'vk_delta_2');
  if (gamma.isEqual(delta)) {
    fail(
      'gamma and delta are the same point: nobody contributed to it, everybody can forge with it',
    );
  }
  const { nPublic, IC: inputs } = key;
  if (
    nPublic !== PUBLIC_SIGNALS.length ||
    !Array.isArray(inputs) ||
    inputs.length !== nPublic + 1
  ) {
    fail(
      `it is for ${JSON.stringify(nPublic) ?? 'no'} public signals; the circuit has ${PUBLIC_SIGNALS.length}`,
    );
  }
  return {
    id,
    alpha: pointOfG1(key['vk_alpha_1'], 'vk_alpha_1'),
    beta: pointOfG2(key['vk_beta_2'], 'vk_beta_2'),
    gamma,
    delta,
    inputs: inputs.map((one, index) => pointOfG1(one, `IC[${index}]`)),
  };
}

function keyFile(value: unknown): KeyFile {
  const { id, r1cs_sha256: circuit, verification_key: key } = (value ?? {}) as Partial<KeyFile>;
  if (typeof id !== 'string' || typeof circuit !== 'string' || !isObject(key)) {
    fail('a key file has id, r1cs_sha256 and verification_key; scripts/ceremony.ts writes one');
  }
  if (key['protocol'] !== 'groth16' || key['curve'] !== 'bn128') {
    fail(`it is for ${said(key['protocol'])} on ${said(key['curve'])}, not groth16 on bn128`);
  }
  return { id, r1cs_sha256: circuit, verification_key: key };
}

/** A word or a number as it stands; what else may stand there has no words. */
function said(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : 'nothing known';
}

function fail(problem: string): never {
  throw new TripwireError('PROOF_INVALID', `the key cannot be used: ${problem}`);
}
