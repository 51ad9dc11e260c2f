/**
 * What an event does: it is counted, the activity engine sees it, offences cost health, and a
 * standing cause starts a cooldown.
 */
import { observeEvent } from './activity-engine.ts';
import type { ConstitutionValues } from './constitution.ts';
import { effectiveLimits } from './envelope.ts';
import { followSignals } from './flow.ts';
import { failedResults, loseHealth } from './health.ts';
import type { EventRecord } from './records.ts';
import { standingCauses } from './safety-gate.ts';
import type { Envelope, SessionState, ThreadState } from './state.ts';
import { countSpend, spentInMinute } from './usage.ts';

interface Pair {
  readonly session: SessionState;
  readonly thread: ThreadState;
}

/** The session and thread after an event. It is counted before it is judged. */
export function takeEvent(
  before: Pair,
  record: EventRecord,
  envelope: Envelope,
  now: number,
  values: ConstitutionValues,
): Pair {
  const { event, settles } = record;
  const share = { failed: failedResults(before.session), results: before.session.results.length };
  const thread = observeEvent(before.thread, event, share, now, values);
  const usage = countSpend(before.session.usage, event, settles, now);
  const charged = chargeEpisodes({ ...before.session, usage }, before.thread, thread, now, values);
  const followed = followSignals(charged, thread, now, values);
  return coolDown(followed, envelope, now, values);
}

/** Each episode costs once, when its signal comes on. */
function chargeEpisodes(
  session: SessionState,
  before: ThreadState,
  after: ThreadState,
  now: number,
  values: ConstitutionValues,
): SessionState {
  let charged = session;
  if (before.runaway === null && after.runaway !== null) {
    charged = loseHealth(charged, values.criticalEpisodeLoss, 'a runaway', now, values);
  }
  if (before.loop === null && after.loop !== null) {
    charged = loseHealth(charged, values.criticalEpisodeLoss, 'a loop', now, values);
  }
  return charged;
}

/**
 * Starts a cooldown where a cause stands and none is running; a running one is never extended.
 *
 * Budgets belong to the session, so their cooldown binds all its threads; a loop or a runaway
 * makes only its own thread wait.
 */
function coolDown(pair: Pair, envelope: Envelope, now: number, values: ConstitutionValues): Pair {
  const { session, thread } = pair;
  if (session.cooldown !== null || thread.cooldown !== null) return pair;
  const limits = effectiveLimits(envelope, session.health.value, values);
  const spent = spentInMinute(session.usage, now);
  const causes = standingCauses({ thread, spent, asked: null, limits });
  if (causes.length === 0) return pair;
  const cooldown = { since: now, until: now + values.cooldownDurationMs };
  const overspent = causes.some(
    ({ veto }) => veto === 'TOKEN_BUDGET_EXCEEDED' || veto === 'RATE_LIMIT_EXCEEDED',
  );
  return overspent
    ? { session: { ...session, cooldown }, thread }
    : { session, thread: { ...thread, cooldown } };
}
