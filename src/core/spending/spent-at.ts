/**
 * What is spent at a place, by the kind of budget: of the agent in the period, of the session, of the conversation.
 */
import type { AgentState } from '../state.ts';
import type { BudgetKind } from './budgets.ts';
import { NOTHING, type Amounts, type Ledger } from './ledger.ts';
import { spentInPeriod } from './period-ledgers.ts';

/** Where spending is counted. */
interface Place {
  readonly agent: AgentState;
  readonly session: { readonly ledger?: Ledger };
  readonly thread: { readonly ledger?: Ledger };
}

/** The amounts that a budget of this kind is compared with. */
export function spentAt(
  { agent, session, thread }: Place,
  { level, period = 'day' }: BudgetKind,
  now: number,
): Amounts {
  if (level === 'agent') return spentInPeriod(agent, period, now);
  return (level === 'session' ? session : thread).ledger ?? NOTHING;
}
