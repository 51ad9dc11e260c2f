/**
 * A window in whole numbers: micro-units (1e-6), codes and bits, the only form in which it is judged and committed.
 *
 * Doubles give wrong verdicts at the bound: 1.19 − 1.14 is more than 0.05 there. So a decimal is taken only if it is
 * exactly a number of micro-units, and everything after this file is integers.
 */
import { TripwireError } from '../../core/browser.ts';
import {
  REST_VALUES,
  STANCE_VALUES,
  STEPS,
  type AuditWindow,
  type Metric,
} from './window-shape.ts';

export const MICRO = 1_000_000;
/** A step that was not measured, or not in micro-units. Above every bound, so it never passes. */
export const NOT_MEASURED = 0xffffff;
/** Any stance that is none of the known ones, SILENT among them. */
export const UNKNOWN_STANCE = 5;

export const VETO = REST_VALUES.indexOf('VETO');
export const REST = REST_VALUES.indexOf('REST');
export const SILENT = REST_VALUES.indexOf('SILENT');
export const CONSENT = STANCE_VALUES.indexOf('CONSENT');
export const SUSPEND = STANCE_VALUES.indexOf('SUSPEND');

const RHO_MIN_DEFAULT = 0.25;
const K_PAUSE_MAX = 65_535;

/** The floors that a constitution sets under what an envelope may tune. */
export interface Floors {
  readonly minPauseMs: number;
  readonly halfLifeS: number;
}

/** The constitutional floors. A stricter constitution may have higher ones, none lower. */
export const FLOORS: Floors = { minPauseMs: 500, halfLifeS: 600 };
/** The least share of rest that an envelope may ask for, in micro-units. */
export const RHO_FLOOR = 250_000;

/** The parameters a window was governed by: micro-units, milliseconds, seconds. */
export interface GovernanceNumbers {
  readonly betaMin: number;
  readonly betaMax: number;
  readonly jerk: number;
  readonly acuteMax: number;
  readonly systemicMax: number;
  readonly rhoMin: number;
  readonly minPauseMs: number;
  readonly halfLifeS: number;
  readonly floors: Floors;
}

/** A window in whole numbers. Arrays have 16 entries. */
export interface WindowNumbers {
  readonly beta1: readonly number[];
  readonly acute: readonly number[];
  readonly systemic: readonly number[];
  readonly rest: readonly number[];
  readonly stance: readonly number[];
  readonly high: readonly number[];
  readonly governance: GovernanceNumbers;
  /** Steps of rest after a VETO. */
  readonly kPause: number;
}

/** What a chain hands from one window to the next. */
export interface Carry {
  /** The last β₁ in micro-units. */
  readonly beta: number;
  /** Steps of cooldown still owed. */
  readonly cool: number;
  readonly hasPrev: boolean;
}

/** Before the first window. */
export const GENESIS_CARRY: Carry = { beta: 0, cool: 0, hasPrev: false };

/** A window in whole numbers; throws `WINDOW_INVALID` when what governs it cannot be written so. */
export function windowNumbers(window: AuditWindow, floors: Floors = FLOORS): WindowNumbers {
  const { metrics, governance } = window;
  const { rest_mask: rest, stance, high_impact: high } = governance;
  const numbers = governanceNumbers(governance, floors);
  const kPause = Math.ceil(numbers.minPauseMs / window.window.step_ms);
  if (kPause > K_PAUSE_MAX) {
    const steps = `${kPause} steps of ${window.window.step_ms} ms`;
    fail('governance.min_pause_ms', `is ${steps}; at most ${K_PAUSE_MAX} can be carried`);
  }
  return {
    beta1: metrics.beta1.map(microOf),
    acute: metrics.E_ext_acute.map(microOf),
    systemic: metrics.E_ext_systemic.map(microOf),
    rest: rest.map((value) => codeOf(REST_VALUES, value, SILENT)),
    stance: stance.map((value) => codeOf(STANCE_VALUES, value, UNKNOWN_STANCE)),
    high: high ?? new Array<number>(STEPS).fill(1),
    governance: numbers,
    kPause,
  };
}

function governanceNumbers(
  governance: AuditWindow['governance'],
  floors: Floors,
): GovernanceNumbers {
  const { beta1_corridor: corridor, E_ext_caps: caps } = governance;
  return {
    betaMin: exactMicro(corridor.min, 'beta1_corridor.min'),
    betaMax: exactMicro(corridor.max, 'beta1_corridor.max'),
    jerk: exactMicro(governance.beta1_jerk_bound, 'beta1_jerk_bound'),
    acuteMax: exactMicro(caps.acute_max, 'E_ext_caps.acute_max'),
    systemicMax: exactMicro(caps.systemic_max, 'E_ext_caps.systemic_max'),
    rhoMin: exactMicro(governance.rho_min ?? RHO_MIN_DEFAULT, 'rho_min'),
    minPauseMs: governance.min_pause_ms,
    halfLifeS: governance.forgiveness_half_life_s,
    floors,
  };
}

/** Micro-units of a metric; `NOT_MEASURED` for what is not a number of them. */
function microOf(value: Metric): number {
  if (typeof value !== 'number') return NOT_MEASURED;
  const micro = Math.round(value * MICRO);
  // Both sides are correctly rounded, so they are equal exactly for decimals of six digits.
  const isExact = micro / MICRO === value && !Object.is(value, -0);
  return isExact && micro >= 0 && micro < NOT_MEASURED ? micro : NOT_MEASURED;
}

function exactMicro(value: number, name: string): number {
  const micro = microOf(value);
  if (micro === NOT_MEASURED) {
    fail(`governance.${name}`, `must be a number of millionths from 0 to 16.777214, not ${value}`);
  }
  return micro;
}

function codeOf(values: readonly string[], value: string, otherwise: number): number {
  const code = values.indexOf(value);
  return code === -1 ? otherwise : code;
}

function fail(path: string, problem: string): never {
  throw new TripwireError('WINDOW_INVALID', `field ${path} ${problem}`, path);
}
