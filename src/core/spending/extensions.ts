/**
 * A budget that asks: at its limit the agent is parked instead of refused, and a person's resume gives it so many per cent
 * more, once. Nobody has to answer: what is parked stays parked until the period is over.
 *
 * The extension stands where the budget is counted (agent, session, conversation) and is a share of the limit, so extending
 * twice gives no more than extending once.
 */
import type { Hold } from '../holds/holds.ts';
import { mapNodes, type HoldingNode } from '../levels.ts';
import type { AgentState, Budgets } from '../state.ts';
import { BUDGETS, sayAmount, type BudgetName, type BudgetReport } from './budgets.ts';
import { hoursOf } from './period-ledgers.ts';
import { periodBegan, periodEnds, type BudgetPeriod } from './periods.ts';

/** When a person extended which budget. */
export type Extensions = Readonly<Partial<Record<BudgetName, number>>>;

const HOUR_MS = 3_600_000;

/** Whether a budget that was extended is so still: until its period is over, or as long as its session lives. */
export function isExtended(
  name: BudgetName,
  extended: Extensions | undefined,
  budgets: Budgets,
  now: number,
): boolean {
  const since = extended?.[name];
  if (since === undefined) return false;
  const { period } = BUDGETS[name];
  if (period === undefined) return true;
  const hours = hoursOf(budgets);
  if (period === 'rolling') return now - since < hours * HOUR_MS;
  return periodBegan(period, since) === periodBegan(period, now);
}

/** Whether a call that broke this budget parks the agent and asks. */
export function asksToExtend(report: BudgetReport, budgets: Budgets | undefined): boolean {
  const isOpen = report.code === 'BUDGET_SPENT' && report.extended !== true;
  return isOpen && budgets?.extendPercent !== undefined;
}

/** The hold of a budget that asks. */
export function budgetPause(report: BudgetReport, budgets: Budgets, now: number): Hold {
  const { level, period = 'day' } = report;
  const until = level === 'agent' ? periodEnds(period, now, hoursOf(budgets)) : undefined;
  return {
    budget: budgetNameOf(report),
    by: 'budget',
    hold: 'parked',
    since: now,
    ...(until === undefined ? {} : { until }),
    why: whyPaused(report),
  };
}

/** Whether a hold is a budget's that asks. Calls that had passed before it run to their end: they are paid for. */
export function isBudgetPause({ by, hold }: Pick<Hold, 'by' | 'hold'>): boolean {
  return hold === 'parked' && by === 'budget';
}

/** After a person's act: a budget whose pause was lifted is extended. */
export function extendedAfter(before: AgentState, after: AgentState, now: number): AgentState {
  if (before === after) return after;
  return mapNodes(before, after, (was, is) => {
    const lifted = was.holds.filter(
      (one) => one.budget !== undefined && !is.holds.some((left) => left.budget === one.budget),
    );
    if (lifted.length === 0) return is;
    const entries = lifted.flatMap(({ budget }) => (budget === undefined ? [] : [[budget, now]]));
    const more: Extensions = Object.fromEntries(entries) as Extensions;
    return { ...is, extended: { ...is.extended, ...more } };
  });
}

/** After a change of budgets: whoever changes a budget has answered, so it neither waits nor stays extended. */
export function answeredByChange(agent: AgentState, before: Budgets | undefined): AgentState {
  const after = agent.envelope.budgets;
  const isChanged = (name: BudgetName) =>
    before?.[name] !== after?.[name] || before?.extendPercent !== after?.extendPercent;
  return mapNodes(agent, agent, (_, node) => withoutAnswered(node, isChanged));
}

function withoutAnswered<Node extends HoldingNode>(
  node: Node,
  isChanged: (name: BudgetName) => boolean,
): Node {
  const holds = node.holds.filter(({ budget }) => budget === undefined || !isChanged(budget));
  const entries = Object.entries(node.extended ?? {}) as [BudgetName, number][];
  const kept = entries.filter(([name]) => !isChanged(name));
  if (holds.length === node.holds.length && kept.length === entries.length) return node;
  const extended = node.extended === undefined ? {} : { extended: Object.fromEntries(kept) };
  return { ...node, holds, ...extended };
}

/** The budget that a report is of. */
export function budgetNameOf({ level, period: longer, unit }: BudgetReport): BudgetName {
  const period: BudgetPeriod = longer ?? 'day';
  const names = Object.keys(BUDGETS) as BudgetName[];
  const found = names.find((name) => {
    const kind = BUDGETS[name];
    const isSame = kind.level === level && kind.unit === unit;
    return isSame && (level !== 'agent' || kind.period === period);
  });
  if (found === undefined) throw new Error('every report is of a budget');
  return found;
}

/** Short: a hold keeps 64 bytes. */
function whyPaused({ spent, limit, unit, level, period, hours }: BudgetReport): string {
  const time = period === 'rolling' ? `${hours} hours` : `a ${period ?? 'day'}`;
  const forWhat = level === 'agent' ? time : level === 'thread' ? 'a conversation' : 'a session';
  const amount = (count: number) => (unit === 'microUsd' ? sayAmount(count, unit) : String(count));
  const units = unit === 'microUsd' ? '' : ` ${unit}`;
  return `${amount(spent)} of ${amount(limit)}${units} for ${forWhat} spent`;
}
