/**
 * When the answer would change without input.
 *
 * Every reason names the numbers it rests on, so each time listed here really changes the answer:
 * asking only then gives the same answers as asking every second.
 */
import { highThreshold, isFlipBack, modeChangeAt, nextModeChange } from '../activity-engine.ts';
import type { ConstitutionValues } from '../constitution/constitution.ts';
import { nextRecovery } from '../health.ts';
import { TIMESTAMP_MAX } from '../limits.ts';
import { nextAverageChange, nextExpiry } from '../spending/usage.ts';
import type { SessionState, ThreadState } from '../state.ts';

/** The next time at which a tick for `thread` would be answered differently, or null. */
export function nextWake(
  session: SessionState,
  threadName: string,
  thread: ThreadState,
  highAbove: number,
  now: number,
  values: ConstitutionValues,
): number | null {
  const wake = Math.min(
    nextExpiry(session.usage, now) ?? Infinity,
    nextRecovery(session, values) ?? Infinity,
    session.cooldown?.until ?? Infinity,
    thread.cooldown?.until ?? Infinity,
    modeChangeAt(thread, values),
    nextSiblingFlip(session, threadName, values),
    nextThresholdChange(session, highAbove, now, values),
  );
  // A time that no record can carry never comes.
  return wake > TIMESTAMP_MAX ? null : wake;
}

/** A sibling's mode matters only where its flip will cost the session health. */
export function nextSiblingFlip(
  session: SessionState,
  ownName: string,
  values: ConstitutionValues,
): number {
  let next = Infinity;
  for (const name in session.threads) {
    const thread = session.threads[name];
    // Without a mode before there is none to flip back to; most threads are quiet and need no closer look.
    if (thread === undefined || name === ownName || thread.mode.previous === null) continue;
    const change = nextModeChange(thread, values);
    // The end of a cooldown comes first and lets the mode start anew.
    const refreshed = Math.min(
      thread.cooldown?.until ?? Infinity,
      session.cooldown?.until ?? Infinity,
    );
    if (change === null || change.at >= Math.min(next, refreshed)) continue;
    if (isFlipBack(thread, change.mode, change.at, values)) next = change.at;
  }
  return next;
}

/** When the rolling average lets the HIGH threshold sink. */
function nextThresholdChange(
  session: SessionState,
  highAbove: number,
  now: number,
  values: ConstitutionValues,
): number {
  if (highAbove === values.intensityHighAbove) return Infinity;
  const sinks = (tokens: number) => highThreshold(tokens, values) !== highAbove;
  return nextAverageChange(session.usage, now, sinks) ?? Infinity;
}
