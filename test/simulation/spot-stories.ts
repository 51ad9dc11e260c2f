/**
 * Stories that the spotter tells from a decision and from what the book knew before it.
 */
import type { ThreadBook } from './session-book.ts';
import { notes, type Sight } from './sight.ts';
import type { Tally } from './tally.ts';

/** Health lost, regained, and what hangs on it. */
export function spotHealth(sight: Sight, tally: Tally): void {
  const { record, decision, place, book, health, named } = sight;
  const { session, thread } = place;
  const acts = record.type === 'operator' ? record.action : null;
  if (health > session.health && acts !== 'restart') tally.see('health recovers');
  if (health === 0) tally.see('health reaches zero');
  const flip = Math.round(book.values.modeFlipLoss * 10_000);
  if (session.health - health === flip) tally.see('a mode flips back and costs health');
  const offends = named.includes('LOOP_DETECTED') || named.includes('RUNAWAY_DETECTED');
  if (offends && thread.chances > 0 && health < session.health) {
    tally.see('a second offence after a fresh chance');
  }
  if (named.includes('LOOP_DETECTED') && named.includes('RUNAWAY_DETECTED')) {
    tally.see('a loop and a runaway on one event');
  }
  const suspendedBefore = thread.holds.includes('soft_suspend');
  const suspended = decision.holds.some(({ hold }) => hold === 'soft_suspend');
  if (suspendedBefore && !suspended && acts === null) {
    tally.see('a soft suspend is lifted by recovery');
  }
  if (acts === 'resume' && suspendedBefore && !suspended) session.acknowledged = true;
  if (suspended && session.acknowledged) {
    session.acknowledged = false;
    tally.see('a resume, then a new loss suspends again');
  }
  if (decision.holds.every(({ hold }) => hold !== 'hard_stop')) return;
  if (acts === 'resume') tally.see('a hard stop outlives a resume');
  if (health > session.health) tally.see('a hard stop outlives recovery');
}

/** Cooldowns: whom they bind, and how they end. */
export function spotWaiting(sight: Sight, tally: Tally): void {
  const { record, decision, place, named } = sight;
  const { session, thread, now } = place;
  if (thread.fresh && thread.chances > 0 && !named.includes('COOLDOWN_ACTIVE')) {
    tally.see('a cooldown ends');
  }
  if (session.threads.size > 1) {
    const waits = (one: ThreadBook) => one !== thread && one.cooldownUntil > now;
    if (decision.safety.allowed && [...session.threads.values()].some(waits)) {
      tally.see('a sibling works while a thread cools down');
    }
    if (session.cooldownUntil > now && named[0] === 'COOLDOWN_ACTIVE') {
      tally.see('a cooldown of the session binds a sibling');
    }
  }
  if (session.cooldownUntil > now && thread.cooldownUntil > now) {
    tally.see('thread and session cool down together');
  }
  if (record.type === 'tick' && thread.wakeAt === now) {
    tally.see('a tick at wakeAt changes the answer');
  }
}

/** Budgets, at their edges. */
export function spotLimits(sight: Sight, tally: Tally): void {
  const { record, decision, place, spent, asked, limits } = sight;
  const { allowed } = decision.safety;
  const tokens = spent.tokenCount + asked.tokenCount - limits.tokens;
  const calls = spent.toolCalls + asked.toolCalls - limits.toolCalls;
  if (tokens === 0 && allowed) tally.see('exactly at the budget is allowed');
  if (tokens === 1) tally.see('one token over the budget is vetoed');
  if (calls === 0 && allowed) tally.see('exactly at the call limit is allowed');
  if (calls === 1) tally.see('one call over the limit is vetoed');
  const change = record.type === 'operator' ? Object.values(record.envelope ?? {}) : [];
  const tightens = change.some((limit) => limit !== null) && !notes(sight, 'ENVELOPE_REFUSED');
  if (tightens) tally.see('an envelope is tightened');
  if ((record.type === 'event' || record.type === 'result') && record.settles !== undefined) {
    const remembered = place.session.remembers(record.settles.timestamp, place.now);
    tally.see(remembered ? 'a remembered second is settled' : 'a forgotten second is settled');
  }
  if (record.type !== 'admit') return;
  const call = JSON.stringify([record.purpose, record.estimate, record.target]);
  const { thread } = place;
  if (allowed && thread.refusedCall === call) tally.see('a refused call is allowed later');
  if (!allowed) thread.refusedCall = call;
}
