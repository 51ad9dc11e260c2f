/**
 * Budgets as people see them: what may be spent, and what is, with what calls under way have reserved.
 */
import {
  BUDGET_NAMES,
  BUDGETS,
  isInShadow,
  type AgentState,
  type BudgetLevel,
  type BudgetName,
  type BudgetReport,
  type Budgets,
} from '../../core/index.ts';
import {
  extendedLimit,
  isExtended,
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
  /** A person extended it, and the limit is the extended one. */
  readonly extended?: true;
  /** A team's: it waits for a person to extend it, since this agent's call did not fit. */
  readonly asks?: { readonly agent: string; readonly since: number };
  readonly unit: 'tokens' | 'calls' | 'usd';
  readonly limit: number;
  /** By the agent or team in the period; by the session or conversation that has spent most of its own. */
  readonly spent: number;
}

/** Whose call made it wait, and when. */
interface Asked {
  readonly agent: string;
  readonly askedAt: number;
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
  const views = budgetViews(
    envelope.budgets,
    ({ level, period = 'day' }) =>
      level === 'agent'
        ? [spentInPeriod(state, period, now)]
        : holders[level].map(({ ledger }) => ledger ?? NOTHING),
    (name, budgets) => isExtended(name, state.extended, budgets, now),
  );
  return isInShadow(envelope, 'budgets') ? views.map((one) => ({ ...one, shadow: true })) : views;
}

/** Budgets with what is spent of each, by the ledgers of its level. */
export function budgetViews(
  budgets: Budgets = {},
  spentOf: (kind: BudgetKind) => readonly Amounts[],
  isMore: (name: BudgetName, budgets: Budgets) => boolean = () => false,
  askOf: (name: BudgetName) => Asked | null = () => null,
): readonly BudgetView[] {
  return BUDGET_NAMES.flatMap((name): readonly BudgetView[] => {
    const own = budgets[name];
    if (own === undefined) return [];
    const kind = BUDGETS[name];
    const { level, unit } = kind;
    const more = isMore(name, budgets);
    const limit = more ? extendedLimit(own, budgets) : own;
    const asked = askOf(name);
    const asks = asked === null ? {} : { asks: { agent: asked.agent, since: asked.askedAt } };
    const extended = more ? { extended: true as const } : {};
    const told = { level, ...periodTold(kind, budgets), ...extended, ...asks };
    const spent = Math.max(0, ...spentOf(kind).map((amounts) => amounts[unit]));
    return unit === 'microUsd'
      ? [{ ...told, unit: 'usd', limit: limit / MICRO, spent: spent / MICRO }]
      : [{ ...told, unit, limit, spent }];
  });
}
