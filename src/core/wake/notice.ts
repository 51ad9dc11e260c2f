/**
 * What of an answer a person or a client would notice, and when time alone may change that.
 *
 * Every answer names the numbers it rests on, so its words change each time a second of spending leaves the minute. A
 * gate that waits for changes worth recording would judge again sixty times for each quiet minute; it asks here instead.
 */
import { MAIN } from '../../base/main-name.ts';
import { nextModeChange } from '../activity-engine.ts';
import type { Decision } from '../answer.ts';
import type { ConstitutionValues } from '../constitution/constitution.ts';
import { nextRecovery } from '../health.ts';
import { TIMESTAMP_MAX } from '../limits.ts';
import type { Address } from '../records/records.ts';
import type { AgentState } from '../state.ts';
import { nextSiblingFlip } from './wake.ts';

/** What would be noticed: mode, health, the veto, and the holds with whether something may be saved under them. */
export function noticed({ activity, health, holds, safety }: Decision): string {
  const standing = holds.map(({ hold, level, target, grace }) => [
    hold,
    level,
    target ?? null,
    grace !== undefined,
  ]);
  return JSON.stringify([activity.mode, health, standing, safety.vetoReason ?? null]);
}

/**
 * The next time at which a tick for the thread of a decision may be noticed, or null. Never later than the change and
 * never earlier than `wakeAt`. What was spent only leaves the minute, and nothing but a veto can end by that.
 */
export function nextNotice(
  state: AgentState,
  { session: sessionName = MAIN, thread: threadName = MAIN }: Address,
  { holds, safety, wakeAt }: Decision,
  values: ConstitutionValues,
): number | null {
  if (wakeAt === null || safety.vetoReason !== undefined) return wakeAt;
  const { sessions } = state;
  const session = Object.hasOwn(sessions, sessionName) ? sessions[sessionName] : undefined;
  const { threads = {} } = session ?? {};
  const thread = Object.hasOwn(threads, threadName) ? threads[threadName] : undefined;
  if (session === undefined || thread === undefined) return wakeAt;
  let next = Math.min(
    nextRecovery(session, values) ?? Infinity,
    session.cooldown?.until ?? Infinity,
    thread.cooldown?.until ?? Infinity,
    nextModeChange(thread, values)?.at ?? Infinity,
    nextSiblingFlip(session, threadName, values),
  );
  for (const { until = Infinity, grace } of holds) {
    next = Math.min(next, until, grace?.until ?? Infinity);
  }
  // What should be over already is asked about as soon as anything changes.
  return next > TIMESTAMP_MAX ? null : Math.max(next, wakeAt);
}
