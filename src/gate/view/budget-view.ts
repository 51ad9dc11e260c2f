/**
 * Budgets as people see them: what may be spent, and what is, with what calls under way have reserved.
 */
import {
  BUDGET_NAMES,
  BUDGETS,
  isInShadow,
  type AgentState,
  type BudgetLevel,
  type BudgetReport,
  type Budgets,
} from '../../core/index.ts';
import {
  NOTHING,
  periodTold,
  spentInPeriod,
  type Amounts,
  type BudgetKind,
} from '../../core/spending/index.ts';

/** One budget. */
export interface BudgetView extends Pick<BudgetReport, 'hours' | 'period'> {
  readonly level: BudgetLevel | 'team';
  /** Whose it is, where several agents share it. */
  readonly team?: string;
  /** Where each has it for itself: who. */
  readonly share?: string;
  /** It only reports. */
  readonly shadow?: true;
  readonly unit: 'tokens' | 'calls' | 'usd';
  readonly limit: number;
  /** By the agent or team in the period; by the session or conversation that has spent most of its own. */
  readonly spent: number;
}

const MICRO = 1_000_000;

/** The budgets that a person set for an agent. */
export function viewBudgets(state: AgentState, now: number): readonly BudgetView[] {
  const { envelope } = state;
  const sessions = Object.values(state.sessions);
  const holders = {
    session: sessions,
    thread: sessions.flatMap(({ threads }) => Object.values(threads)),
  };
  const views = budgetViews(envelope.budgets, ({ level, period = 'day' }) =>
    level === 'agent'
      ? [spentInPeriod(state, period, now)]
      : holders[level].map(({ ledger }) => ledger ?? NOTHING),
  );
  return isInShadow(envelope, 'budgets') ? views.map((one) => ({ ...one, shadow: true })) : views;
}

/** Budgets with what is spent of each, by the ledgers of its level. */
export function budgetViews(
  budgets: Budgets = {},
  spentOf: (kind: BudgetKind) => readonly Amounts[],
): readonly BudgetView[] {
  return BUDGET_NAMES.flatMap((name): readonly BudgetView[] => {
    const limit = budgets[name];
    if (limit === undefined) return [];
    const kind = BUDGETS[name];
    const { level, unit } = kind;
    const period = periodTold(kind, budgets);
    const spent = Math.max(0, ...spentOf(kind).map((amounts) => amounts[unit]));
    return unit === 'microUsd'
      ? [{ level, ...period, unit: 'usd', limit: limit / MICRO, spent: spent / MICRO }]
      : [{ level, ...period, unit, limit, spent }];
  });
}
