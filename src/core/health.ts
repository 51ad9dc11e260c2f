/**
 * Health: lost by offences and errors, slowly regained, with a soft and a hard floor.
 *
 * The two shutdown holds are raised by a loss and only by a loss. So a person's resume
 * acknowledges the present health without any further memory: only a new loss suspends again.
 */
import type { ConstitutionValues } from './constitution/constitution.ts';
import type { ExecutionStatus } from './contracts.ts';
import { raiseHold, withoutHold } from './holds/holds.ts';
import { RESULTS_REMEMBERED, toUnits } from './limits.ts';
import type { SessionState } from './state.ts';
import { decimal } from './wording.ts';

const MINUTE_MS = 60_000;

/** Takes `loss` (a decimal) off a session's health and raises what it crosses. */
export function loseHealth(
  session: SessionState,
  loss: number,
  what: string,
  now: number,
  values: ConstitutionValues,
): SessionState {
  const value = Math.max(0, session.health.value - toUnits(loss));
  let holds = session.holds;
  for (const [hold, threshold] of [
    ['soft_suspend', values.softSuspendThreshold],
    ['hard_stop', values.hardStopThreshold],
  ] as const) {
    if (value < toUnits(threshold)) {
      const why = `health ${decimal(value)} is below ${threshold} after ${what}`;
      holds = raiseHold(holds, { by: 'health', hold, since: now, why });
    }
  }
  return { ...session, holds, health: { ...session.health, value, anchor: now } };
}

/** When the next full minute without loss gives something back, or null. */
export function nextRecovery(session: SessionState, values: ConstitutionValues): number | null {
  const recovers = session.health.value < toUnits(values.recoveryCap);
  return recovers && values.recoveryRatePerMinute > 0 ? session.health.anchor + MINUTE_MS : null;
}

/** One minute's recovery, at its time. It never lifts a hard stop. */
export function recover(session: SessionState, values: ConstitutionValues): SessionState {
  const { health } = session;
  const value = Math.min(
    toUnits(values.recoveryCap),
    health.value + toUnits(values.recoveryRatePerMinute),
  );
  const well = value >= toUnits(values.softSuspendThreshold);
  return {
    ...session,
    holds: well ? withoutHold(session.holds, 'soft_suspend') : session.holds,
    health: { ...health, value, anchor: health.anchor + MINUTE_MS },
  };
}

/** Health after a person's restart: the recovery cap, whatever it was. */
export function restartHealth(
  session: SessionState,
  now: number,
  values: ConstitutionValues,
): SessionState {
  const value = toUnits(values.recoveryCap);
  return { ...session, health: { ...session.health, value, anchor: now } };
}

/** What an execution's end does to health and to the memory of failures. */
export function countResult(
  session: SessionState,
  status: ExecutionStatus,
  now: number,
  values: ConstitutionValues,
): SessionState {
  const failed = status === 'FAILED';
  const streak = failed ? session.health.streak + 1 : 0;
  const results = (session.results + (failed ? 'F' : 'o')).slice(-RESULTS_REMEMBERED);
  let next: SessionState = { ...session, results, health: { ...session.health, streak } };
  if (!failed) return next;
  next = loseHealth(next, values.executionErrorLoss, 'an execution error', now, values);
  if (streak % values.failureStreakLength !== 0) return next;
  return loseHealth(next, values.failureStreakLoss, `${streak} failures in a row`, now, values);
}

/** How many of the remembered results failed. */
export function failedResults(session: SessionState): number {
  let failed = 0;
  for (const result of session.results) if (result === 'F') failed += 1;
  return failed;
}
