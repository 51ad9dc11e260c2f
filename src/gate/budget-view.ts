/**
 * Budgets as people see them: what may be spent, and what is, with what calls under way have reserved.
 */
import {
  BUDGET_NAMES,
  BUDGETS,
  ledgerAt,
  type AgentState,
  type BudgetLevel,
} from '../core/index.ts';

/** One budget. */
export interface BudgetView {
  readonly level: BudgetLevel;
  readonly unit: 'tokens' | 'calls' | 'usd';
  readonly limit: number;
  /** By the agent today; by the session or conversation that has spent most of its own. */
  readonly spent: number;
}

const MICRO = 1_000_000;

/** The budgets that a person set. */
export function viewBudgets(state: AgentState, now: number): readonly BudgetView[] {
  const { budgets } = state.envelope;
  if (budgets === undefined) return [];
  const sessions = Object.values(state.sessions);
  const holders = {
    agent: [state],
    session: sessions,
    thread: sessions.flatMap(({ threads }) => Object.values(threads)),
  };
  return BUDGET_NAMES.flatMap((name): readonly BudgetView[] => {
    const limit = budgets[name];
    if (limit === undefined) return [];
    const { level, unit } = BUDGETS[name];
    const amounts = holders[level].map(({ ledger }) => ledgerAt(ledger, level, now)[unit]);
    const spent = Math.max(0, ...amounts);
    return unit === 'microUsd'
      ? [{ level, unit: 'usd', limit: limit / MICRO, spent: spent / MICRO }]
      : [{ level, unit, limit, spent }];
  });
}
