/**
 * Budgets as people see them: what may be spent, and what is, with what calls under way have reserved.
 */
import {
  BUDGET_NAMES,
  BUDGETS,
  isInShadow,
  ledgerAt,
  type AgentState,
  type BudgetLevel,
  type Budgets,
} from '../../core/index.ts';
import type { Ledger } from '../../core/spending/index.ts';

/** One budget. */
export interface BudgetView {
  readonly level: BudgetLevel | 'team';
  /** Whose it is, where several agents share it. */
  readonly team?: string;
  /** It only reports. */
  readonly shadow?: true;
  readonly unit: 'tokens' | 'calls' | 'usd';
  readonly limit: number;
  /** By the agent today; by the session or conversation that has spent most of its own. */
  readonly spent: number;
}

const MICRO = 1_000_000;

/** The budgets that a person set for an agent. */
export function viewBudgets(state: AgentState, now: number): readonly BudgetView[] {
  const { envelope } = state;
  const sessions = Object.values(state.sessions);
  const holders = {
    agent: [state],
    session: sessions,
    thread: sessions.flatMap(({ threads }) => Object.values(threads)),
  };
  const views = budgetViews(envelope.budgets, (level) =>
    holders[level].map(({ ledger }) => ledgerAt(ledger, level, now)),
  );
  return isInShadow(envelope, 'budgets') ? views.map((one) => ({ ...one, shadow: true })) : views;
}

/** Budgets with what is spent of each, by the ledgers of its level. */
export function budgetViews(
  budgets: Budgets | undefined,
  ledgersOf: (level: BudgetLevel) => readonly Ledger[],
): readonly BudgetView[] {
  return BUDGET_NAMES.flatMap((name): readonly BudgetView[] => {
    const limit = budgets?.[name];
    if (limit === undefined) return [];
    const { level, unit } = BUDGETS[name];
    const spent = Math.max(0, ...ledgersOf(level).map((ledger) => ledger[unit]));
    return unit === 'microUsd'
      ? [{ level, unit: 'usd', limit: limit / MICRO, spent: spent / MICRO }]
      : [{ level, unit, limit, spent }];
  });
}
