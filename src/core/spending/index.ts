/**
 * How spending is counted, for whoever counts it over several agents by the same rules.
 *
 * @module
 */
export { brokenBudget, callAsked, sayAmount, sayBudget, type CallSpend } from './budgets.ts';
export { addSpending, ledgerAt, settlementsOf, type Ledger } from './ledger.ts';
export { bindingWindow } from '../plan/plan-windows.ts';
