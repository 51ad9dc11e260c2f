/**
 * The answer: activity, intent and safety for one thread, composed in that one direction.
 */
import { activityOf, highThreshold } from './activity-engine.ts';
import type { ConstitutionValues } from './constitution/constitution.ts';
import { effectiveLimits, isInShadow } from './constitution/envelope.ts';
import type { ActivityState, IntentDecision, SafetyDecision } from './contracts.ts';
import type { Grace } from './holds/grace.ts';
import { bindingHolds, standingHolds, type Ask, type HoldView } from './holds/hold-view.ts';
import { intentOf } from './intent-core.ts';
import type { KillSwitchReport } from './kill-switch.ts';
import { TIMESTAMP_MAX, UNIT } from './limits.ts';
import type { Scene } from './place.ts';
import type { Spend } from './records/records.ts';
import { isAllowed, judgeSafety, type GateView } from './safety-gate.ts';
import { graceOfBudget, windingDown } from './spending/budget-grace.ts';
import { brokenBudget, BUDGETS, type BudgetReport, type CallSpend } from './spending/budgets.ts';
import { isExtended } from './spending/extensions.ts';
import { spentAt } from './spending/spent-at.ts';
import { spentInMinute, tokensForAverage } from './spending/usage.ts';
import type { AgentState } from './state.ts';
import type { SubagentReport } from './subagents/subagent-limits.ts';
import { nextWake } from './wake/wake.ts';

/** What the core says after a record. */
export interface Decision {
  readonly activity: ActivityState;
  /** The budget that keeps a call from passing; absent when none does. */
  readonly budget?: LimitReport;
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
  /** The limit of subagents that it breaks. */
  readonly subagent?: SubagentReport | null;
}

/** A budget or a limit of subagents that a call does not fit into. */
export type LimitReport = BudgetReport | SubagentReport;

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
  const holds = standingHolds(agent, session, thread, now);
  const binding = bindingHolds(holds, question.ask);
  const cooldown = session.cooldown ?? thread.cooldown;
  const { asked, ask, call = null, subagent = null } = question;
  const broken = call === null ? null : spentBudget(scene, call, now);
  const eased = broken === null ? null : graceOfBudget(agent, broken, now);
  const unfit = eased === null ? (broken ?? forbiddenTools(agent, ask, now)) : null;
  const budget = subagent ?? unfit;
  const noted = withGraces(notes, holds, eased);
  return { intent, thread, spent, asked, limits, cooldown, budget, holds, binding, notes: noted };
}

function withGraces(
  notes: readonly string[],
  holds: readonly HoldView[],
  eased: Grace | null,
): readonly string[] {
  if (holds.length === 0 && eased === null) return notes;
  const graces = [...gracesOf(holds), ...(eased === null ? [] : [eased])];
  return [...notes, ...graces.map(sayGrace)];
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
  const { agent, session, thread } = scene;
  const health = session.health.value;
  const view = viewOf(scene, question, now, values);
  const { budget, holds, intent, spent } = view;
  const highAbove = highThreshold(tokensForAverage(session.usage, now), values);
  const activity = activityOf(thread, spent.tokenCount, highAbove, values);
  const safety = judgeSafety(view, values);
  const wakeAt = soonest(
    nextWake(session, threadName, thread, highAbove, now, values),
    endsOf(holds, agent.budgetGrace, now),
  );
  const known = { activity, health: health / UNIT, holds, intent, safety, wakeAt };
  return budget === null ? known : { ...known, budget };
}

/** The budget that a call does not fit into; null where it fits into all, or they only report. */
export function spentBudget(
  { agent, session, thread }: Scene,
  call: CallSpend,
  now: number,
): BudgetReport | null {
  const { budgets } = agent.envelope;
  if (budgets === undefined) return null;
  if (isInShadow(agent.envelope, 'budgets')) return null;
  const nodes = { agent, session, thread };
  return brokenBudget(
    budgets,
    (kind) => spentAt(nodes, kind, now),
    call,
    (name) => isExtended(name, nodes[BUDGETS[name].level].extended, budgets, now),
  );
}

/** The spent budget that leaves room for saving alone, where a tool asks that does something else. */
function forbiddenTools(agent: AgentState, ask: Ask | null, now: number): BudgetReport | null {
  if (ask === null || !ask.tools || ask.saves === true) return null;
  return windingDown(agent, now)?.report ?? null;
}

function gracesOf(holds: readonly HoldView[]): readonly Grace[] {
  return holds.flatMap(({ grace }) => grace ?? []);
}

/** When graces and holds end by themselves. */
function endsOf(
  holds: readonly HoldView[],
  budgetGrace: Grace | undefined,
  now: number,
): readonly number[] {
  if (holds.length === 0 && budgetGrace === undefined) return NO_ENDS;
  const ends = [...gracesOf(holds), ...(budgetGrace === undefined ? [] : [budgetGrace]), ...holds];
  return ends.flatMap(({ until = now }) => (until > now && until <= TIMESTAMP_MAX ? until : []));
}

const NO_ENDS: readonly number[] = Object.freeze([]);

function sayGrace({ left, until }: Grace): string {
  return `WIND_DOWN: only saving passes, for ${left} more calls, until ${until}`;
}

function soonest(wake: number | null, ends: readonly number[]): number | null {
  return ends.length === 0 ? wake : Math.min(wake ?? Infinity, ...ends);
}
