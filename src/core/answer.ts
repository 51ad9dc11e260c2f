/**
 * The answer: activity, intent and safety for one thread, composed in that one direction.
 */
import { activityOf, highThreshold } from './activity-engine.ts';
import type { ConstitutionValues } from './constitution/constitution.ts';
import { effectiveLimits, isInShadow } from './constitution/envelope.ts';
import type { ActivityState, IntentDecision, SafetyDecision } from './contracts.ts';
import { bindingHolds, standingHolds, type Ask, type HoldView } from './holds/hold-view.ts';
import { intentOf } from './intent-core.ts';
import type { KillSwitchReport } from './kill-switch.ts';
import { UNIT } from './limits.ts';
import type { Scene } from './place.ts';
import type { Spend } from './records/records.ts';
import { isAllowed, judgeSafety, type GateView } from './safety-gate.ts';
import { brokenBudget, type BudgetReport, type CallSpend } from './spending/budgets.ts';
import { spentInMinute, tokensForAverage } from './spending/usage.ts';
import { nextWake } from './wake.ts';

/** What the core says after a record. */
export interface Decision {
  readonly activity: ActivityState;
  /** The budget that keeps a call from passing; absent when none does. */
  readonly budget?: BudgetReport;
  /** From 0 to 1, four digits. */
  readonly health: number;
  readonly holds: readonly HoldView[];
  readonly intent: IntentDecision;
  /** What the kill switch says, with a record that observed something. */
  readonly killSwitch?: KillSwitchReport;
  readonly safety: SafetyDecision;
  /** When the answer would change without input, or null. */
  readonly wakeAt: number | null;
}

/** Who asks for what: nobody (a tick, a result, a person), an event, or a call before it is made. */
export interface Question {
  readonly ask: Ask | null;
  /** What a call would spend beyond what is spent. */
  readonly asked: Spend | null;
  /** The same for budgets, when it is a call of a model. */
  readonly call?: CallSpend | null;
}

/** What the safety gate judges a question by. */
function viewOf(
  scene: Scene,
  question: Question,
  now: number,
  values: ConstitutionValues,
): GateView {
  const { agent, session, thread, notes } = scene;
  const health = session.health.value;
  const spent = spentInMinute(session.usage, now);
  const limits = effectiveLimits(agent.envelope, health, values);
  const intent = intentOf(thread, spent, limits, health);
  const holds = standingHolds(agent, session, thread);
  const binding = bindingHolds(holds, question.ask);
  const cooldown = session.cooldown ?? thread.cooldown;
  const { asked, call = null } = question;
  const budget =
    call === null || isInShadow(agent.envelope, 'budgets')
      ? null
      : brokenBudget(agent.envelope.budgets, { agent, session, thread }, call, now);
  return { intent, thread, spent, asked, limits, cooldown, budget, holds, binding, notes };
}

/** Whether the decision for a scene would let pass, without its words. */
export function mayPass(
  scene: Scene,
  question: Question,
  now: number,
  values: ConstitutionValues,
): boolean {
  return isAllowed(viewOf(scene, question, now, values));
}

/** The decision for a scene. */
export function answer(
  scene: Scene,
  threadName: string,
  question: Question,
  now: number,
  values: ConstitutionValues,
): Decision {
  const { session, thread } = scene;
  const health = session.health.value;
  const view = viewOf(scene, question, now, values);
  const { budget, holds, intent, spent } = view;
  const highAbove = highThreshold(tokensForAverage(session.usage, now), values);
  const activity = activityOf(thread, spent.tokenCount, highAbove, values);
  const safety = judgeSafety(view, values);
  const wakeAt = nextWake(session, threadName, thread, highAbove, now, values);
  const told = budget === null ? {} : { budget };
  return { activity, ...told, health: health / UNIT, holds, intent, safety, wakeAt };
}
