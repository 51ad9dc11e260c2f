/**
 * What the reference model remembers of one agent: plain, growing lists of what happened.
 *
 * Nothing is dropped, wrapped or summed up here. Sums, windows, signals and cooldowns are found by
 * going through the lists again whenever somebody asks.
 */
import type { ActivityMode } from '../../src/core/contracts.ts';
import type { HoldKind } from '../../src/core/index.ts';

/** The default name of a session and of a thread. */
export const MAIN = 'main';

/** What the outputs up to an event showed: the largest distance, and the threshold as a fraction. */
export interface LoopFinding {
  readonly farthest: number;
  /** Threshold in ten-thousandths, as `numerator / denominator`. */
  readonly numerator: number;
  readonly denominator: number;
}

/** What the intervals up to an event showed. */
export interface TempoFinding {
  readonly recentMean: number;
  readonly earlierMean: number;
}

/** One event of a thread, with what it showed when it came. */
export interface Beat {
  readonly at: number;
  readonly hash: string | undefined;
  /** Undefined: the event has no hash and says nothing about loops. */
  loop: LoopFinding | null | undefined;
  runaway: TempoFinding | null;
}

export interface ModelHold {
  readonly by: string;
  /** What may still be saved: calls that are left, and until when. */
  readonly grace?: { readonly left: number; readonly until: number };
  readonly hold: HoldKind;
  readonly refused: boolean;
  readonly since: number;
  readonly target: string | undefined;
  readonly why: string;
}

/** One change to the spend of a session: something counted, or taken off again. */
export interface SpendEntry {
  /** The time whose second and minute it concerns. */
  readonly at: number;
  readonly tokens: number;
  readonly calls: number;
  readonly sign: 1 | -1;
}

export interface ModelThread {
  readonly name: string;
  /** The number of the record that named it last. */
  named: number;
  readonly beats: Beat[];
  /** How many of its beats lie before the last fresh start. */
  forgotten: number;
  mode: ActivityMode;
  since: number;
  /** Whether an event came since the thread began or had its fresh start. */
  confirmed: boolean;
  left: { readonly mode: ActivityMode; readonly at: number } | null;
  readonly cooldownStarts: number[];
  holds: readonly ModelHold[];
}

export interface ModelSession {
  readonly name: string;
  named: number;
  /** Everything up to this time has happened. */
  clock: number;
  readonly spends: SpendEntry[];
  /** For each result whether it failed. */
  readonly failures: boolean[];
  /** In ten-thousandths. */
  health: number;
  /** The last loss, recovery or restart. */
  healthSince: number;
  readonly cooldownStarts: number[];
  readonly threads: ModelThread[];
  holds: readonly ModelHold[];
}

export interface ModelAgent {
  clock: number;
  /** Records taken so far. */
  records: number;
  sessions: ModelSession[];
  holds: readonly ModelHold[];
  ownTokens: number | null;
  ownCalls: number | null;
}

export function newAgent(): ModelAgent {
  return { clock: 0, records: 0, sessions: [], holds: [], ownTokens: null, ownCalls: null };
}

export function newSession(name: string, now: number): ModelSession {
  return {
    name,
    named: 0,
    clock: now,
    spends: [],
    failures: [],
    health: 10_000,
    healthSince: now,
    cooldownStarts: [],
    threads: [],
    holds: [],
  };
}

export function newThread(name: string, now: number): ModelThread {
  return {
    name,
    named: 0,
    beats: [],
    forgotten: 0,
    mode: 'IDLE',
    since: now,
    confirmed: false,
    left: null,
    cooldownStarts: [],
    holds: [],
  };
}

/** A decimal of the constitution in whole ten-thousandths. */
export function units(decimal: number): number {
  return Math.round(decimal * 10_000);
}
