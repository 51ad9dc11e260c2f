/**
 * What time alone brings about in a session, moment by moment.
 *
 * Every moment at which anything could fall due is visited; most of them bring nothing.
 */
import type { ConstitutionValues } from '../../src/core/constitution/constitution.ts';
import type { ActivityMode } from '../../src/core/contracts.ts';
import { withHold, withoutKind } from './model-holds.ts';
import { loopSignal, runawaySignal } from './model-signals.ts';
import { clipped } from './model-wording.ts';
import { units, type ModelSession, type ModelThread } from './model-world.ts';

const MINUTE = 60_000;

/** Lets time pass in a session up to and including `to`. */
export function passTime(session: ModelSession, to: number, values: ConstitutionValues): void {
  for (;;) {
    const moment = Math.min(...possibleMoments(session, values));
    if (moment > to) break;
    session.clock = moment;
    visit(session, moment, values);
  }
  session.clock = Math.max(session.clock, to);
}

/** All times after the session's clock at which something could fall due. */
export function possibleMoments(session: ModelSession, values: ConstitutionValues): number[] {
  const moments = session.cooldownStarts.map((start) => start + values.cooldownDurationMs);
  if (mayRecover(session, values)) moments.push(session.healthSince + MINUTE);
  for (const thread of session.threads) {
    moments.push(...thread.cooldownStarts.map((start) => start + values.cooldownDurationMs));
    moments.push(thread.since + shortestStay(thread.mode, values));
    moments.push((thread.beats.at(-1)?.at ?? -values.idleAfterMs) + values.idleAfterMs);
  }
  return moments.filter((moment) => moment > session.clock);
}

/** One moment: recovery, the end of cooldowns, changes of mode, in that order. */
function visit(session: ModelSession, now: number, values: ConstitutionValues): void {
  const ends = (start: number) => start + values.cooldownDurationMs === now;
  if (mayRecover(session, values) && session.healthSince + MINUTE === now) {
    recover(session, now, values);
  }
  if (session.cooldownStarts.some(ends)) {
    for (const thread of session.threads) startAnew(thread, now, values);
  }
  for (const thread of session.threads) {
    if (thread.cooldownStarts.some(ends)) startAnew(thread, now, values);
  }
  for (const thread of session.threads) followCandidate(session, thread, now, values);
}

function mayRecover(session: ModelSession, values: ConstitutionValues): boolean {
  return values.recoveryRatePerMinute > 0 && session.health < units(values.recoveryCap);
}

function recover(session: ModelSession, now: number, values: ConstitutionValues): void {
  const recovered = session.health + units(values.recoveryRatePerMinute);
  session.health = Math.min(units(values.recoveryCap), recovered);
  session.healthSince = now;
  if (session.health >= units(values.softSuspendThreshold)) {
    session.holds = withoutKind(session.holds, 'soft_suspend');
  }
}

/** The fresh chance after a cooldown. */
function startAnew(thread: ModelThread, now: number, values: ConstitutionValues): void {
  thread.forgotten = thread.beats.length;
  thread.mode = isIdle(thread, now, values) ? 'IDLE' : 'WORKING';
  thread.since = now;
  thread.confirmed = false;
  thread.left = null;
}

/** Changes the mode to its candidate when it has lasted long enough. */
export function followCandidate(
  session: ModelSession,
  thread: ModelThread,
  now: number,
  values: ConstitutionValues,
): void {
  const next = alarmOf(thread) ?? (isIdle(thread, now, values) ? 'IDLE' : 'WORKING');
  if (next === thread.mode) return;
  if (thread.confirmed && now < thread.since + shortestStay(thread.mode, values)) return;
  const { left, mode } = thread;
  thread.left = { mode, at: now };
  thread.mode = next;
  thread.since = now;
  if (mode === 'IDLE' || next === 'IDLE' || left === null || left.mode !== next) return;
  if (now - left.at > values.modeFlipWindowMs) return;
  loseHealth(session, values.modeFlipLoss, 'a mode that flipped back', now, values);
}

/** The mode that a standing signal asks for. */
export function alarmOf(thread: ModelThread): 'RUNAWAY' | 'LOOPING' | null {
  if (runawaySignal(thread) !== null) return 'RUNAWAY';
  return loopSignal(thread) === null ? null : 'LOOPING';
}

function isIdle(thread: ModelThread, now: number, values: ConstitutionValues): boolean {
  const last = thread.beats.at(-1);
  return last === undefined || now - last.at >= values.idleAfterMs;
}

/** How long a mode lasts at least. */
function shortestStay(mode: ActivityMode, values: ConstitutionValues): number {
  const critical = mode === 'LOOPING' || mode === 'RUNAWAY';
  return critical ? values.criticalModeDurationMinMs : values.modeDurationMinMs;
}

/** Takes off health and raises the holds whose thresholds it is below now. */
export function loseHealth(
  session: ModelSession,
  loss: number,
  what: string,
  now: number,
  values: ConstitutionValues,
): void {
  session.health = Math.max(0, session.health - units(loss));
  session.healthSince = now;
  const raise = (hold: 'soft_suspend' | 'hard_stop', threshold: number): void => {
    if (session.health >= units(threshold)) return;
    const why = clipped(
      `health ${session.health / 10_000} is below ${threshold} after ${what}`,
      64,
    );
    const raised = { by: 'health', hold, refused: false, since: now, target: undefined, why };
    session.holds = withHold(session.holds, raised);
  };
  raise('soft_suspend', values.softSuspendThreshold);
  raise('hard_stop', values.hardStopThreshold);
}
