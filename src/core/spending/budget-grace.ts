/**
 * The grace of a budget that is spent: a budget is no hold, so what is left is kept beside it, once for each day, or for
 * the longer period that the budget is for.
 *
 * One for the whole agent and not for each conversation: an agent that opens a new one must not get a new grace.
 */
import { graceFrom, isRunning, type Grace } from '../holds/grace.ts';
import type { AgentState } from '../state.ts';
import type { BudgetReport } from './budgets.ts';
import { periodBegan } from './periods.ts';

/** What is left of the grace, and the budget that it is about. */
export interface BudgetGrace extends Grace {
  readonly report: BudgetReport;
  readonly since: number;
}

/** The grace under which a call passes that its budget has no room for; null: none, or it is over. */
export function graceOfBudget(
  { budgetGrace, envelope }: AgentState,
  report: BudgetReport,
  now: number,
): BudgetGrace | null {
  if (envelope.windDown === undefined || report.code !== 'BUDGET_SPENT') return null;
  const began = periodBegan(report.period ?? 'day', now, report.hours);
  const isGiven = budgetGrace !== undefined && budgetGrace.since >= began;
  const { grace } = graceFrom(envelope.windDown, now);
  if (!isGiven) return grace === undefined ? null : { ...grace, report, since: now };
  return isRunning(budgetGrace, now) && budgetGrace.left > 0 ? budgetGrace : null;
}

/** The agent after a call that passed under it. */
export function withBudgetGrace(agent: AgentState, grace: BudgetGrace): AgentState {
  return { ...agent, budgetGrace: { ...grace, left: grace.left - 1 } };
}

/** The budget whose grace is running, under which tools may only save; null where none is. */
export function windingDown({ budgetGrace }: AgentState, now: number): BudgetGrace | null {
  return isRunning(budgetGrace, now) ? budgetGrace : null;
}
