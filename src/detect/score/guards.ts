/**
 * Absolute guards beside the score: shapes of failure that a score with live steps in between
 * would never add up to.
 */
import type { StepDigest } from './step-digest.ts';

/** The same failing call among the last calls, whatever stood between, with nothing changed. */
const STUBBORN_FAILURES = 6;
/** The same check with the very same failure, although things were changed. */
const STALLED_CHECKS = 10;
const STALLED_CHECKS_WARN = 5;
/** Agents started within the window. */
const SPAWNS = 25;
const SPAWN_WINDOW_MS = 600_000;
/** Compactions without a step that brought something. */
const COMPACTIONS = 4;
const CHECKS_KEPT = 24;

/** Which guard spoke. */
export type GuardRule = 'stubborn-failure' | 'verify-stall' | 'spawn-rate' | 'compaction-loop';

/** What a guard has to say. */
export interface GuardFinding {
  readonly rule: GuardRule;
  readonly stop: boolean;
  readonly count: number;
}

/** What the guards remember. */
export interface GuardState {
  /** Failing calls with their exact outcomes: how often in all, and since the last change. */
  readonly failures: readonly {
    readonly call: string;
    readonly exact: string;
    readonly count: number;
    readonly unchanged: number;
  }[];
  readonly spawnsAt: readonly number[];
  /** Compactions since the last step that brought something. */
  readonly compactions: number;
}

/** The guards before the first step. */
export const UNGUARDED: GuardState = Object.freeze({ failures: [], spawnsAt: [], compactions: 0 });

/** Takes in a finished call; `brought` says that it brought something, `changed` that it was a new change. */
export function guardStep(
  state: GuardState,
  digest: StepDigest,
  brought: boolean,
  changed: boolean,
): { readonly state: GuardState; readonly findings: readonly GuardFinding[] } {
  const failures = changed
    ? state.failures.map((one) => ({ ...one, unchanged: 0 }))
    : state.failures;
  const counted = digest.error === null ? failures : countFailure(failures, digest);
  const spawnsAt = countSpawn(state.spawnsAt, digest);
  const own = counted.find(
    ({ call, exact }) => call === digest.call && exact === digest.exactOutcome,
  );
  const findings: GuardFinding[] = [];
  if (own !== undefined && digest.error !== null && !digest.infrastructure) {
    if (own.unchanged >= STUBBORN_FAILURES) {
      findings.push({ rule: 'stubborn-failure', stop: true, count: own.unchanged });
    }
    if (own.count >= STALLED_CHECKS_WARN) {
      findings.push({ rule: 'verify-stall', stop: own.count >= STALLED_CHECKS, count: own.count });
    }
  }
  if (spawnsAt.length >= SPAWNS) {
    findings.push({ rule: 'spawn-rate', stop: true, count: spawnsAt.length });
  }
  const compactions = brought ? 0 : state.compactions;
  return { state: { failures: counted, spawnsAt, compactions }, findings };
}

/** Takes in a compaction. */
export function guardCompaction(state: GuardState): {
  readonly state: GuardState;
  readonly findings: readonly GuardFinding[];
} {
  const compactions = state.compactions + 1;
  const findings: readonly GuardFinding[] =
    compactions >= COMPACTIONS ? [{ rule: 'compaction-loop', stop: true, count: compactions }] : [];
  return { state: { ...state, compactions }, findings };
}

function countFailure(
  failures: GuardState['failures'],
  { call, exactOutcome: exact }: StepDigest,
): GuardState['failures'] {
  const known = failures.find((one) => one.call === call && one.exact === exact);
  const count = (known?.count ?? 0) + 1;
  const unchanged = (known?.unchanged ?? 0) + 1;
  const rest = failures.filter((one) => one !== known);
  return [...rest, { call, exact, count, unchanged }].slice(-CHECKS_KEPT);
}

function countSpawn(spawnsAt: readonly number[], digest: StepDigest): readonly number[] {
  if (digest.nature !== 'spawn') return spawnsAt;
  const now = digest.atMs ?? 0;
  return [...spawnsAt, now].filter((at) => now - at <= SPAWN_WINDOW_MS).slice(-SPAWNS);
}
