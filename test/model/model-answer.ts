/**
 * The reference model's answer for one thread at one time.
 */
import type { ConstitutionValues } from '../../src/core/constitution/constitution.ts';
import type { ActivityState, IntentDecision, SafetyVeto } from '../../src/core/contracts.ts';
import type { Decision, HoldLevel, HoldView } from '../../src/core/index.ts';
import { EVERY_TARGET } from './model-holds.ts';
import { loopSignal, runawaySignal } from './model-signals.ts';
import { highAbove, limitsOf, spentInMinute, type Spent } from './model-spend.ts';
import { alarmOf } from './model-time.ts';
import {
  LIFTED_BY,
  roundedQuotient,
  sayActivity,
  sayBudget,
  sayCallWarning,
  sayGrace,
  sayHold,
  sayLoop,
  sayRate,
  sayRunaway,
  sayTokenWarning,
  sayUsage,
} from './model-wording.ts';
import {
  units,
  type ModelAgent,
  type ModelHold,
  type ModelSession,
  type ModelThread,
} from './model-world.ts';

/** Where the answer is given. */
export interface Spot {
  readonly agent: ModelAgent;
  readonly session: ModelSession;
  readonly thread: ModelThread;
  readonly values: ConstitutionValues;
}

/** What the record asks for, if anything, and what is to be noted with the answer. */
export interface Asking {
  readonly tools: boolean;
  readonly target: string | undefined;
  /** It may pass while something is saved. */
  readonly saves: boolean;
  /** It was counted already, or belongs to what was. */
  readonly isPart: boolean;
  /** A call that is not counted: judged as if it were spent. */
  readonly estimate: Spent | null;
  readonly notes: readonly string[];
}

/** A tick asks for nothing. */
export const NOTHING_ASKED: Asking = {
  tools: false,
  target: undefined,
  saves: false,
  isPart: false,
  estimate: null,
  notes: [],
};

/** An answer before its `wakeAt`. */
export type Answer = Omit<Decision, 'wakeAt'>;

export function answerAt(spot: Spot, now: number, asking: Asking): Answer {
  const { agent, session, values } = spot;
  const spent = spentInMinute(session, now);
  const limits = limitsOf(agent, session, values);
  const intent = intentOf(spot, spent, limits);
  const holds = holdsAt(spot, now);
  const binding = holds.filter((hold) => binds(hold, asking));
  const vetoes = vetoesAt(spot, now, asking.estimate);
  const reason = [
    ...binding.map(sayHold),
    ...vetoes.map(({ said }) => said),
    ...warningsOf(spent, limits, values),
    ...asking.notes,
    ...holds.flatMap(({ grace }) => (grace === undefined ? [] : [sayGrace(grace)])),
    sayUsage(spent, limits),
  ].join('; ');
  const [highest] = vetoes;
  return {
    activity: activityOf(spot, spent, now),
    health: session.health / 10_000,
    holds,
    intent,
    safety: {
      allowed: binding.length === 0 && vetoes.length === 0 && intent.intent === 'CONTINUE',
      reason,
      remainingBudget: Math.max(0, limits.tokens - spent.tokens),
      ...(highest === undefined ? {} : { vetoReason: highest.veto }),
    },
  };
}

function activityOf({ session, thread, values }: Spot, spent: Spent, now: number): ActivityState {
  const { tokens } = spent;
  const high = highAbove(session, now, values);
  const intensity = tokens < values.intensityLowBelow ? 'LOW' : tokens > high ? 'HIGH' : 'NORMAL';
  const reason = sayActivity(thread, alarmOf(thread), tokens, intensity, high, values);
  return { intensity, mode: thread.mode, reason, since: thread.since };
}

function intentOf({ session, thread }: Spot, spent: Spent, limits: Spent): IntentDecision {
  const runaway = runawaySignal(thread);
  if (runaway !== null) {
    return { confidence: 1, intent: 'STOP', reason: `RUNAWAY signal since ${runaway.since}` };
  }
  const loop = loopSignal(thread);
  if (loop !== null) {
    return { confidence: 0.9, intent: 'PAUSE', reason: `LOOPING signal since ${loop.since}` };
  }
  const byTokens = spent.tokens * limits.calls >= spent.calls * limits.tokens;
  const used = byTokens ? spent.tokens : spent.calls;
  const most = byTokens ? limits.tokens : limits.calls;
  // health × (1 − used / (2 × most)), the share used being at most 1.
  const dividend = session.health * (2 * most - Math.min(used, most));
  const confidence = roundedQuotient(dividend, 2 * most) / 10_000;
  const health = `health ${session.health / 10_000}`;
  const reason = `no signal; ${health}, confidence health × (1 − 0.5 × pressure)`;
  return { confidence, intent: 'CONTINUE', reason };
}

/** Every veto that stands, highest first. Only the first four can start a cooldown. */
export function vetoesAt(
  spot: Spot,
  now: number,
  estimate: Spent | null,
): readonly { readonly veto: SafetyVeto; readonly said: string }[] {
  const { agent, session, thread, values } = spot;
  const spent = spentInMinute(session, now);
  const limits = limitsOf(agent, session, values);
  const tokens = spent.tokens + (estimate?.tokens ?? 0);
  const calls = spent.calls + (estimate?.calls ?? 0);
  const vetoes: { veto: SafetyVeto; said: string }[] = [];
  const runaway = runawaySignal(thread);
  if (runaway !== null) {
    vetoes.push({ veto: 'RUNAWAY_DETECTED', said: sayRunaway(runaway.finding, runaway.since) });
  }
  const loop = loopSignal(thread);
  if (loop !== null) {
    vetoes.push({ veto: 'LOOP_DETECTED', said: sayLoop(loop.finding, loop.since) });
  }
  if (tokens > limits.tokens) {
    const said = sayBudget(tokens, limits.tokens, estimate !== null);
    vetoes.push({ veto: 'TOKEN_BUDGET_EXCEEDED', said });
  }
  if (calls > limits.calls) {
    const said = sayRate(calls, limits.calls, estimate !== null);
    vetoes.push({ veto: 'RATE_LIMIT_EXCEEDED', said });
  }
  const start = cooldownStart(spot, now);
  if (start !== undefined) {
    const said = `COOLDOWN_ACTIVE: until ${start + values.cooldownDurationMs}, since ${start}`;
    vetoes.push({ veto: 'COOLDOWN_ACTIVE', said });
  }
  const shutdown = holdsAt(spot, now).find(
    ({ hold }) => hold === 'soft_suspend' || hold === 'hard_stop',
  );
  if (shutdown !== undefined) {
    vetoes.push({ veto: 'HEALTH_DEGRADED', said: `HEALTH_DEGRADED: ${shutdown.why}` });
  }
  return vetoes;
}

/** When the cooldown that binds the thread started; the session's, where both stand. */
export function cooldownStart(
  { session, thread, values }: Omit<Spot, 'agent'>,
  now: number,
): number | undefined {
  const stands = (start: number) => start <= now && now < start + values.cooldownDurationMs;
  return session.cooldownStarts.find(stands) ?? thread.cooldownStarts.find(stands);
}

function warningsOf(spent: Spent, limits: Spent, values: ConstitutionValues): readonly string[] {
  const warned = (used: number, limit: number, share: number) =>
    used * 10_000 >= limit * units(share) && used <= limit;
  return [
    ...(warned(spent.tokens, limits.tokens, values.tokenWarningShare)
      ? [sayTokenWarning(spent, limits)]
      : []),
    ...(warned(spent.calls, limits.calls, values.toolCallWarningShare)
      ? [sayCallWarning(spent, limits)]
      : []),
  ];
}

export function binds({ scope, target, grace }: HoldView, asking: Asking): boolean {
  const isEased = grace !== undefined && asking.saves && (grace.left > 0 || asking.isPart);
  if (scope === 'all' && isEased) return false;
  if (scope === 'all' || (scope === 'tools' && asking.tools)) return true;
  if (asking.target === undefined) return false;
  return target === EVERY_TARGET || target === asking.target;
}

/** Every hold on the agent, the session and the thread. */
function holdsAt({ agent, session, thread }: Spot, now: number): readonly HoldView[] {
  return [
    ...agent.holds.map((hold) => shown(hold, 'agent', now)),
    ...session.holds.map((hold) => shown(hold, 'session', now)),
    ...thread.holds.map((hold) => shown(hold, 'thread', now)),
  ];
}

function shown(hold: ModelHold, level: HoldLevel, now: number): HoldView {
  const tools = hold.hold === 'compaction' || hold.target === EVERY_TARGET;
  const { grace } = hold;
  return {
    by: hold.by,
    ...(grace !== undefined && now < grace.until ? { grace } : {}),
    hold: hold.hold,
    level,
    liftedBy: LIFTED_BY[hold.hold],
    ...(hold.refused ? { refused: true } : {}),
    scope: tools ? 'tools' : hold.hold === 'approval' ? 'action' : 'all',
    since: hold.since,
    ...(hold.target === undefined ? {} : { target: hold.target }),
    why: hold.why,
  };
}
