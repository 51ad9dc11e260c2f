/**
 * What an event does: it is counted, the activity engine sees it, offences cost health, and a
 * standing cause starts a cooldown.
 */
import { observeEvent } from '../activity-engine.ts';
import type { ConstitutionValues } from '../constitution/constitution.ts';
import { effectiveLimits } from '../constitution/envelope.ts';
import { followSignals } from '../flow.ts';
import { failedResults, loseHealth } from '../health.ts';
import type { Scene } from '../place.ts';
import type { EventRecord } from '../records/records.ts';
import { standingCauses } from '../safety-gate.ts';
import { countSpend, spentInMinute } from '../spending/usage.ts';
import type { SessionState, ThreadState } from '../state.ts';

/** The scene after an event. It is counted before it is judged. */
export function takeEvent(
  scene: Scene,
  record: EventRecord,
  now: number,
  values: ConstitutionValues,
): Scene {
  const { event, settles } = record;
  const share = { failed: failedResults(scene.session), results: scene.session.results.length };
  const thread = observeEvent(scene.thread, event, share, now, values);
  const usage = countSpend(scene.session.usage, event, settles, now);
  const charged = chargeEpisodes({ ...scene.session, usage }, scene.thread, thread, now, values);
  const followed = followSignals(charged, thread, now, values);
  return coolDown(scene, followed.session, followed.thread, now, values);
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
function coolDown(
  scene: Scene,
  session: SessionState,
  thread: ThreadState,
  now: number,
  values: ConstitutionValues,
): Scene {
  const { agent, notes } = scene;
  if (session.cooldown !== null || thread.cooldown !== null) {
    return { agent, session, thread, notes };
  }
  const limits = effectiveLimits(agent.envelope, session.health.value, values);
  const spent = spentInMinute(session.usage, now);
  const causes = standingCauses({ thread, spent, asked: null, limits });
  if (causes.length === 0) return { agent, session, thread, notes };
  const cooldown = { since: now, until: now + values.cooldownDurationMs };
  const overspent = causes.some(
    ({ veto }) => veto === 'TOKEN_BUDGET_EXCEEDED' || veto === 'RATE_LIMIT_EXCEEDED',
  );
  return overspent
    ? { agent, session: { ...session, cooldown }, thread, notes }
    : { agent, session, thread: { ...thread, cooldown }, notes };
}
