/**
 * The predicate: eleven flags over a window in whole numbers, and what it hands to the next.
 *
 * Nothing is asserted; each invariant gives a bit, so that a violated window is as provable as a good one. Comparisons
 * are multiplied out, never divided.
 */
import {
  CONSENT,
  MICRO,
  NOT_MEASURED,
  REST,
  SILENT,
  SUSPEND,
  UNKNOWN_STANCE,
  VETO,
  type Carry,
  type WindowNumbers,
} from './window-numbers.ts';
import { STEPS, type InvariantsSatisfied } from './window-shape.ts';

/** The flags, least significant bit first. */
export const FLAG_NAMES = [
  'beta1_in_corridor',
  'beta1_jerk_within_bound',
  'E_acute_under_cap',
  'E_systemic_avg_under_cap',
  'rest_fraction_ok',
  'min_pause_floor_ok',
  'veto_cooldown_ok',
  'silence_not_consent',
  'forgiveness_floor_ok',
  'edge_jerk_ok',
  'edge_cooldown_ok',
] as const;

/** One of the eleven. */
export type FlagName = (typeof FLAG_NAMES)[number];

/** The bits that `ok` asks for: the window by itself. */
const WINDOW_BITS = 0b1_1111_1111;
/** The bits that `ok_chain` asks for: its edges too. */
export const ALL_BITS = 0b111_1111_1111;

/** What the predicate says of a window. */
export interface Verdict {
  readonly flags: number;
  readonly ok: boolean;
  readonly okChain: boolean;
  readonly carryOut: Carry;
}

/** Judges a window after what came before it. */
export function judgeWindow(window: WindowNumbers, carryIn: Carry): Verdict {
  const bits: Readonly<Record<FlagName, boolean>> = {
    ...measureBits(window),
    ...restBits(window),
    ...edgeBits(window, carryIn),
  };
  let flags = 0;
  for (const [index, name] of FLAG_NAMES.entries()) flags += bits[name] ? 2 ** index : 0;
  return {
    flags,
    ok: (flags & WINDOW_BITS) === WINDOW_BITS,
    okChain: flags === ALL_BITS,
    carryOut: carryAfter(window, carryIn),
  };
}

function measureBits({ beta1, acute, systemic, governance }: WindowNumbers) {
  const { betaMin, betaMax, jerk, acuteMax, systemicMax } = governance;
  const sum = systemic.reduce((total, one) => total + one, 0);
  return {
    beta1_in_corridor: beta1.every((one) => one >= betaMin && one <= betaMax),
    beta1_jerk_within_bound: beta1.every(
      (one, step) => step === 0 || Math.abs(one - (beta1[step - 1] ?? NOT_MEASURED)) <= jerk,
    ),
    E_acute_under_cap: acute.every((one) => one <= acuteMax),
    // A high cap could swallow one unmeasured step in the average, so that is looked at by itself.
    E_systemic_avg_under_cap: sum <= STEPS * systemicMax && !systemic.includes(NOT_MEASURED),
  };
}

const isRest = (code: number | undefined) => code === REST || code === VETO;

function restBits({ rest, stance, high, governance, kPause }: WindowNumbers) {
  const { rhoMin, minPauseMs, halfLifeS, floors } = governance;
  return {
    rest_fraction_ok: rest.filter(isRest).length * MICRO >= STEPS * rhoMin,
    min_pause_floor_ok: minPauseMs >= floors.minPauseMs,
    veto_cooldown_ok: rest.every(
      (code, step) => code !== VETO || rest.slice(step + 1, step + 1 + kPause).every(isRest),
    ),
    silence_not_consent: stance.every(
      (code, step) => code !== UNKNOWN_STANCE && mayAct(code, rest[step], high[step]),
    ),
    forgiveness_floor_ok: halfLifeS >= floors.halfLifeS,
  };
}

/** A consent that stands over a gap is silence taken for consent, so SILENT allows nothing. */
function mayAct(stance: number, rest: number | undefined, high: number | undefined): boolean {
  if (high === 0 || rest === VETO) return true;
  return (stance === CONSENT || stance === SUSPEND) && rest !== SILENT;
}

function edgeBits({ beta1, rest, governance }: WindowNumbers, { beta, cool, hasPrev }: Carry) {
  const first = beta1[0] ?? NOT_MEASURED;
  return {
    edge_jerk_ok: !hasPrev || Math.abs(first - beta) <= governance.jerk,
    edge_cooldown_ok: !hasPrev || rest.slice(0, cool).every(isRest),
  };
}

function carryAfter({ beta1, rest, kPause }: WindowNumbers, carryIn: Carry): Carry {
  const lastVeto = rest.lastIndexOf(VETO);
  const owed = lastVeto === -1 ? 0 : lastVeto + kPause - (STEPS - 1);
  const cool = Math.max(0, owed, carryIn.cool - STEPS);
  return { beta: beta1[STEPS - 1] ?? NOT_MEASURED, cool, hasPrev: true };
}

/** The names of the flags that are down. */
export function violatedFlags(flags: number): readonly FlagName[] {
  return FLAG_NAMES.filter((_, index) => (flags & (2 ** index)) === 0);
}

/** The six lights of the HUD. */
export function invariantsOf(flags: number): InvariantsSatisfied {
  const has = (...names: readonly FlagName[]) =>
    names.every((name) => !violatedFlags(flags).includes(name));
  return {
    beta1_in_corridor: has('beta1_in_corridor'),
    beta1_jerk_within_bound: has('beta1_jerk_within_bound'),
    E_ext_under_caps: has('E_acute_under_cap', 'E_systemic_avg_under_cap'),
    min_pause_respected: has('min_pause_floor_ok', 'veto_cooldown_ok'),
    rest_fraction_ok: has('rest_fraction_ok'),
    silence_not_treated_as_consent: has('silence_not_consent'),
  };
}
