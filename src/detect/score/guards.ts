/**
 * Absolute guards beside the score: shapes of failure that a score with live steps in between
 * would never add up to.
 */
import type { StepDigest } from '../digest/step-digest.ts';
import type { KnownCall } from '../memory/call-memory.ts';
import type { ProgressStep } from './progress-score.ts';
import { startsBeside } from './starts-beside.ts';

/** The same failing call among the last calls, whatever stood between, with nothing changed. */
const STUBBORN_FAILURES = 6;
/** The same check with the very same failure, although things were changed. */
const STALLED_CHECKS = 6;
const STALLED_CHECKS_WARN = 4;
/** Agents started within the window that brought nothing back, unless a person says how many. */
const SPAWNS = 25;
const SPAWN_WINDOW_MS = 600_000;
/** Compactions without a step that brought something. */
const COMPACTIONS = 4;

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
  readonly spawnsAt: readonly number[];
  /** Compactions since the last step that brought something. */
  readonly compactions: number;
}

/** The guards before the first step. */
export const UNGUARDED: GuardState = Object.freeze({ spawnsAt: [], compactions: 0 });

/** Takes in a finished call; `known` is what the memory holds of it now. */
export function guardStep(
  state: GuardState,
  digest: StepDigest,
  known: KnownCall | undefined,
  judged: Pick<ProgressStep, 'dead' | 'informed'>,
  spawnsMax = SPAWNS,
): { readonly state: GuardState; readonly findings: readonly GuardFinding[] } {
  const spawnsAt = countSpawn(state.spawnsAt, digest, judged.informed, spawnsMax);
  const findings: GuardFinding[] = [];
  const { stubborn = 0, stale = 0 } = known ?? {};
  if (stubborn >= STUBBORN_FAILURES && !digest.infrastructure && !digest.unfinished) {
    findings.push({ rule: 'stubborn-failure', stop: true, count: stubborn });
  }
  if (stale >= STALLED_CHECKS_WARN && !digest.infrastructure && !digest.unfinished) {
    findings.push({ rule: 'verify-stall', stop: stale >= STALLED_CHECKS, count: stale + 1 });
  }
  if (spawnsAt.length >= spawnsMax) {
    findings.push({ rule: 'spawn-rate', stop: true, count: spawnsAt.length });
  }
  return {
    state: { spawnsAt, compactions: judged.dead === null ? 0 : state.compactions },
    findings,
  };
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

/**
 * Agents that brought something back are work; those that did not add up. One that only handed out an id was started beside
 * the conversation, and what it brings comes later.
 */
function countSpawn(
  spawnsAt: readonly number[],
  digest: StepDigest,
  brought: boolean,
  spawnsMax: number,
): readonly number[] {
  if (digest.nature !== 'spawn' || brought || startsBeside(digest)) return spawnsAt;
  const now = digest.atMs ?? 0;
  return [...spawnsAt, now].filter((at) => now - at <= SPAWN_WINDOW_MS).slice(-spawnsMax);
}
