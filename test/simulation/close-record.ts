/**
 * What the book takes over from a record and its decision.
 *
 * Spends are booked before the checks look, everything else after: the checks compare with what was
 * known before.
 */
import type { AgentRecord, Decision, HoldKind, HoldView } from '../../src/core/index.ts';
import type { AgentBook, OpenedPlace } from './agent-book.ts';
import { causesOf } from './always-vetoes.ts';
import type { Sight } from './sight.ts';

const SIMHASH = /^[0-9a-f]{16}$/i;

/** Books what a record spends and shows, given whether it was allowed. */
export function bookRecord(
  book: AgentBook,
  place: OpenedPlace,
  record: AgentRecord,
  decision: Decision,
): void {
  const { session, thread, now } = place;
  book.evict(place, decision.safety.reason);
  if (record.type === 'admit' && decision.safety.allowed) {
    session.count(record.estimate, undefined, now);
  }
  if (record.type === 'result' && record.settles !== undefined) {
    // A result's tool calls stay as they were counted.
    const settles = { ...record.settles, toolCalls: 0 };
    session.count({ tokenCount: record.result.tokensUsed, toolCalls: 0 }, settles, now);
  }
  if (record.type === 'operator' && record.envelope !== undefined) book.configure(record.envelope);
  if (record.type !== 'event') return;
  session.count(record.event, record.settles, now);
  const { outputHash } = record.event;
  if (outputHash === undefined) return;
  const output = SIMHASH.test(outputHash) ? outputHash.toLowerCase() : outputHash;
  thread.equalOutputs = output === thread.output ? thread.equalOutputs + 1 : 1;
  thread.output = output;
}

/** Holds that stand from this record on, and those it releases; before the checks look. */
export function bookHolds(sight: Sight): void {
  const { record, book, place, health } = sight;
  const { session, sessionName, level } = place;
  const { softSuspendThreshold, hardStopThreshold } = book.values;
  if (!session.releasedUnseen && health < session.health) {
    const at = { session: sessionName, thread: null };
    if (health < toUnits(softSuspendThreshold)) book.stops.raise('soft_suspend', at);
    if (health < toUnits(hardStopThreshold)) book.stops.raise('hard_stop', at);
  }
  if (health >= toUnits(softSuspendThreshold)) book.stops.recovered(sessionName);
  book.stops.take(record, level);
}

/** Remembers the decision for the next record. */
export function closeRecord(sight: Sight): void {
  const { record, decision, place } = sight;
  const { thread, session, now } = place;
  closeHealth(sight);
  const causes = record.type === 'event' ? causesOf(sight) : [];
  if (causes.length > 0 && session.cooldownUntil === 0 && thread.cooldownUntil === 0) {
    const until = now + sight.book.values.cooldownDurationMs;
    const overspent = causes.some(
      (veto) => veto === 'TOKEN_BUDGET_EXCEEDED' || veto === 'RATE_LIMIT_EXCEEDED',
    );
    if (overspent) session.cooldownUntil = until;
    else thread.cooldownUntil = until;
  }
  if (record.type === 'event') thread.fresh = false;
  thread.mode = decision.activity.mode;
  thread.modeSince = decision.activity.since;
  thread.holds = kindsOf(decision.holds);
  thread.wakeAt = decision.wakeAt;
}

const NO_KINDS: readonly HoldKind[] = Object.freeze([]);

function kindsOf(holds: readonly HoldView[]): readonly HoldKind[] {
  return holds.length === 0 ? NO_KINDS : holds.map(({ hold }) => hold);
}

function closeHealth(sight: Sight): void {
  const { record, book, place, health } = sight;
  const { session, now } = place;
  const releases = record.type === 'operator' && record.action;
  const rate = toUnits(book.values.recoveryRatePerMinute);
  if (health > session.health && rate > 0) {
    session.recoversFrom += Math.floor((health - session.health) / rate) * 60_000;
  }
  // A loss at the time of the record counts from there; one in between lies after the last record.
  if (record.type === 'result' && record.result.status === 'FAILED') session.recoversFrom = now;
  session.health = health;
  session.releasedUnseen = false;
  if (releases === 'restart') session.recoversFrom = now;
  if (releases !== 'restart' && releases !== 'resume') return;
  for (const other of book.others(place)) {
    if (releases === 'resume') other.releasedUnseen = true;
    else restartUnseen(other, toUnits(book.values.recoveryCap), now);
  }
}

function restartUnseen(
  session: { health: number; recoversFrom: number; releasedUnseen: boolean },
  cap: number,
  now: number,
): void {
  session.health = cap;
  session.recoversFrom = now;
  session.releasedUnseen = false;
}

function toUnits(decimal: number): number {
  return Math.round(decimal * 10_000);
}
