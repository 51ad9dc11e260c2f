/**
 * Scars: incidents with a weight that halves with every half-life, so that an agent is forgiven in time.
 *
 * The decay is whole numbers throughout: an auditor on another machine must get the same weights to the last digit.
 */
import { canonicalJson } from '../../core/index.ts';
import { MICRO } from './window-numbers.ts';

/** What happened once and is not forgotten yet. */
export interface Scar {
  readonly incident: string;
  /** The row of the journal. */
  readonly seq: number;
  readonly at: number;
  /** At that time, in micro-units. */
  readonly weight: number;
  /** A person has dealt with it. */
  readonly resolved: boolean;
}

const SCARS_MAX = 256;
/** Below a thousandth a scar is forgotten. */
const FORGOTTEN_BELOW = MICRO / 1_000;
const FRACTION_BITS = 20;
const SCALE = 2 ** 26;

/** 2^(−1/2^k) for k = 0 … 20, scaled; square roots are rounded correctly everywhere. */
const ROOTS = halvings();

function halvings(): readonly number[] {
  const roots = [SCALE / 2];
  for (let bit = 1; bit <= FRACTION_BITS; bit += 1) {
    roots.push(Math.floor(Math.sqrt((roots[bit - 1] ?? 0) * SCALE)));
  }
  return roots;
}

/** w · 2^(−Δt/h) in micro-units, rounded down. */
function decayed(weight: number, elapsedMs: number, halfLifeS: number): number {
  const halfLifeMs = halfLifeS * 1_000;
  const halves = Math.floor(elapsedMs / halfLifeMs);
  if (elapsedMs <= 0) return weight;
  const fraction = Math.floor(((elapsedMs % halfLifeMs) * 2 ** FRACTION_BITS) / halfLifeMs);
  let value = weight;
  for (let bit = 1; bit <= FRACTION_BITS; bit += 1) {
    const isSet = Math.floor(fraction / 2 ** (FRACTION_BITS - bit)) % 2 === 1;
    if (isSet) value = Math.floor((value * (ROOTS[bit] ?? 0)) / SCALE);
  }
  return Math.floor(value / 2 ** halves);
}

/** The scars that are not forgotten at a time; of too many, the newest. */
export function rememberedScars(
  scars: readonly Scar[],
  now: number,
  halfLifeS: number,
): readonly Scar[] {
  const isFelt = ({ weight, at }: Scar) => decayed(weight, now - at, halfLifeS) >= FORGOTTEN_BELOW;
  return scars.filter(isFelt).slice(-SCARS_MAX);
}

/** The leaves that `scar_root` commits to at a time. */
export function scarLeaves(
  scars: readonly Scar[],
  now: number,
  halfLifeS: number,
): readonly string[] {
  return scars.map(({ incident, seq, at, weight, resolved }) =>
    canonicalJson({ at, incident, resolved, seq, weight: decayed(weight, now - at, halfLifeS) }),
  );
}
