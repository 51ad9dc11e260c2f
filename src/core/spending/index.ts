/**
 * How spending is counted, for whoever counts it over several agents by the same rules.
 *
 * @module
 */
export {
  BUDGETS as BUDGET_KINDS,
  brokenBudget,
  callAsked,
  EXTEND_PERCENT,
  extendedLimit,
  periodTold,
  sayAmount,
  sayBudget,
  sayPeriod,
  type BudgetKind,
  type CallSpend,
} from './budgets.ts';
export { asksToExtend, budgetNameOf, isBudgetPause, isExtended } from './extensions.ts';
export { NOTHING, type Amounts, type Ledger, type Spending } from './ledger.ts';
export {
  hoursOf,
  longerPeriods,
  spentInPeriod,
  type PeriodLedgers,
  type RollingLedger,
} from './period-ledgers.ts';
export { periodBegan, ROLLING_HOURS, slotBegan, type BudgetPeriod } from './periods.ts';
export { spendingsOf } from './spendings.ts';
export { bindingWindow } from '../plan/plan-windows.ts';
