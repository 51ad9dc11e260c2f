/**
 * The predicate and the commitment once more, written from the specification and not from the source: decimals are read
 * as text, the cooldown is walked step by step, Poseidon is `@noble/curves` with constants from the Grain LFSR.
 *
 * Two programs that share no line agree by being right, seldom by chance.
 */
import { createHash } from 'node:crypto';
import { grainGenConstants, poseidon } from '@noble/curves/abstract/poseidon.js';
import { bn254 } from '@noble/curves/bn254.js';
import type { AuditWindow } from '../../src/audit/index.ts';

/** What is public about a window. */
export interface Answer {
  readonly root: bigint;
  readonly flags: bigint;
  readonly ok: bigint;
  readonly carryOut: bigint;
}

const UNMEASURED = 16_777_215n;
const STANCES = ['CONSENT', 'DISSENT', 'ABSTAIN', 'LISTEN', 'SUSPEND'];
const PARTIAL_ROUNDS = [56, 57, 56, 60, 60, 63, 64, 63];
const hashes = new Map<number, (state: bigint[]) => bigint[]>();

function hash(...inputs: readonly bigint[]): bigint {
  let permutation = hashes.get(inputs.length);
  if (permutation === undefined) {
    const shape = {
      Fp: bn254.fields.Fr,
      t: inputs.length + 1,
      roundsFull: 8,
      roundsPartial: PARTIAL_ROUNDS[inputs.length - 1] ?? 0,
      sboxPower: 5,
    };
    permutation = poseidon({ ...shape, ...grainGenConstants(shape) });
    hashes.set(inputs.length, permutation);
  }
  const [first = 0n] = permutation([0n, ...inputs]);
  return first;
}

function millionths(value: unknown): bigint {
  if (typeof value !== 'number' || Object.is(value, -0)) return UNMEASURED;
  const match = /^(\d+)(?:\.(\d{1,6}))?$/u.exec(String(value));
  if (match === null) return UNMEASURED;
  const amount = BigInt(`${match[1]}${(match[2] ?? '').padEnd(6, '0')}`);
  return amount < UNMEASURED ? amount : UNMEASURED;
}

function side(values: readonly bigint[], radix: bigint): bigint {
  return values.reduceRight((sum, value) => sum * radix + value, 0n);
}

const distance = (one: bigint, other: bigint) => (one > other ? one - other : other - one);

/** The answer for a window whose carry comes in as its packed number. */
export function secondAnswer(
  window: AuditWindow,
  carryIn: bigint,
  salts: readonly bigint[],
): Answer {
  const { governance: rule, metrics, window: head } = window;
  const beta = metrics.beta1.map(millionths);
  const acute = metrics.E_ext_acute.map(millionths);
  const systemic = metrics.E_ext_systemic.map(millionths);
  const limits = limitsOf(rule);
  const [low = 0n, high = 0n, jerk = 0n, acuteMax = 0n, systemicMax = 0n, rho = 0n] = limits;
  const lastBeta = carryIn % 2n ** 24n;
  const isChained = carryIn >> 40n === 1n;

  const pause = BigInt(rule.min_pause_ms);
  const step = BigInt(head.step_ms);
  const inside = walk(rule.rest_mask, pause / step + (pause % step === 0n ? 0n : 1n), 0n);
  const edge = walk(rule.rest_mask, 0n, (carryIn >> 24n) % 2n ** 16n);
  const rested = rule.rest_mask.filter((one) => one === 'REST' || one === 'VETO').length;

  const bits = [
    beta.every((one) => low <= one && one <= high),
    beta.slice(1).every((one, index) => distance(one, beta[index] ?? 0n) <= jerk),
    acute.every((one) => one <= acuteMax),
    !systemic.includes(UNMEASURED) && systemic.reduce((a, b) => a + b) <= 16n * systemicMax,
    BigInt(rested) * 1_000_000n >= 16n * rho,
    rule.min_pause_ms >= 500,
    !inside.isBroken,
    rule.stance.every((one, index) =>
      isConsented(one, rule.rest_mask[index], impactOf(rule)[index]),
    ),
    rule.forgiveness_half_life_s >= 600,
    !isChained || distance(beta[0] ?? 0n, lastBeta) <= jerk,
    !isChained || !edge.isBroken,
  ];
  const flags = side(
    bits.map((bit) => (bit ? 1n : 0n)),
    2n,
  );
  const owed = inside.left > edge.left ? inside.left : edge.left;
  return {
    root: rootOf(contentsOf(window, carryIn, [beta, acute, systemic]), salts),
    flags,
    ok: flags % 2n ** 9n === 2n ** 9n - 1n ? 1n : 0n,
    carryOut: (beta[15] ?? 0n) + owed * 2n ** 24n + 2n ** 40n,
  };
}

function limitsOf(rule: AuditWindow['governance']): readonly bigint[] {
  return [
    rule.beta1_corridor.min,
    rule.beta1_corridor.max,
    rule.beta1_jerk_bound,
    rule.E_ext_caps.acute_max,
    rule.E_ext_caps.systemic_max,
    rule.rho_min ?? 0.25,
  ].map(millionths);
}

function impactOf(rule: AuditWindow['governance']): readonly number[] {
  return rule.high_impact ?? Array.from({ length: 16 }, () => 1);
}

/** What the eight leaves hold, without tag and salt. */
function contentsOf(
  { governance: rule, window: head, witness, schema_version: version }: AuditWindow,
  carryIn: bigint,
  rows: readonly (readonly bigint[])[],
): readonly (readonly bigint[])[] {
  const text = (key: string, value: string) => `"${key}":${JSON.stringify(value)}`;
  const ids = [
    text('constitution_id', head.constitution_id),
    text('envelope_id', head.envelope_id),
    text('schema_version', version),
    text('window_id', head.window_id),
  ].join(',');
  const code = (names: readonly string[], name: string, other: bigint) =>
    names.includes(name) ? BigInt(names.indexOf(name)) : other;
  const rests = rule.rest_mask.map((one) => code(['ACTIVE', 'REST', 'VETO'], one, 3n));
  const stances = rule.stance.map((one) => code(STANCES, one, 5n));
  const wide = 2n ** 24n;
  const wholes = [rule.min_pause_ms, rule.forgiveness_half_life_s, 500, 600].map(BigInt);
  return [
    ...rows.map((row) => [side(row.slice(0, 8), wide), side(row.slice(8), wide)]),
    [side(rests, 4n), 0n],
    [side(stances, 8n), side(impactOf(rule).map(BigInt), 2n)],
    [side(limitsOf(rule), wide), side(wholes, 2n ** 32n)],
    [witness.narrative_hash, witness.scar_root, witness.civic_memory_root].flatMap(halves),
    [
      BigInt(head.prev_window_root ?? 0),
      BigInt(head.t_start_ms) + BigInt(head.step_ms) * 2n ** 48n + 16n * 2n ** 80n,
      carryIn,
      ...halves(`0x${createHash('sha256').update(`{${ids}}`).digest('hex')}`),
    ],
  ];
}

function rootOf(contents: readonly (readonly bigint[])[], salts: readonly bigint[]): bigint {
  let nodes = contents.map((content, index) =>
    hash(0x4153433100n + BigInt(index), ...content, salts[index] ?? 0n),
  );
  while (nodes.length > 1) {
    const below = nodes;
    nodes = below.flatMap((one, index) =>
      index % 2 === 0 ? [hash(one, below[index + 1] ?? 0n)] : [],
    );
  }
  return nodes[0] ?? 0n;
}

/** Walks through the steps with a debt of rest: a VETO makes a new one, every step pays one off. */
function walk(rests: readonly string[], pauseSteps: bigint, debt: bigint) {
  let left = debt;
  let isBroken = false;
  for (const rest of rests) {
    if (left > 0n && rest !== 'REST' && rest !== 'VETO') isBroken = true;
    if (left > 0n) left -= 1n;
    if (rest === 'VETO' && pauseSteps > left) left = pauseSteps;
  }
  return { left, isBroken };
}

function isConsented(stance: string, rest: string | undefined, impact: number | undefined) {
  if (!STANCES.includes(stance)) return false;
  if (impact === 0 || rest === 'VETO') return true;
  if (rest !== 'ACTIVE' && rest !== 'REST') return false;
  return stance === 'CONSENT' || stance === 'SUSPEND';
}

function halves(hex: string | null | undefined): readonly bigint[] {
  const digits = (hex ?? '0x').slice(2).padStart(64, '0');
  return [BigInt(`0x${digits.slice(0, 32)}`), BigInt(`0x${digits.slice(32)}`)];
}
