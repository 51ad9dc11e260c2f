/**
 * What was spent, in the API's words, beside the fields that the gate gives of an agent.
 */
import type { z } from 'zod';
import type { AgentView } from '../../gate/index.ts';
import type { spendView, standingSpendView } from '../api/schemas-spend.ts';
import type { agentView } from '../api/schemas.ts';
import type { Amount, SpendLedger } from './spend-ledger.ts';

/** An agent with what it spent. */
export type AgentWithSpend = z.output<typeof agentView>;
type SpendView = z.output<typeof spendView>;
type StandingSpendView = z.output<typeof standingSpendView>;

const MICRO = 1_000_000;
const NOTHING: SpendView = {
  today: { tokens: 0, cost_usd: 0, unpriced_calls: 0 },
  total: { tokens: 0, cost_usd: 0, unpriced_calls: 0 },
};

/** Millionths of a dollar in dollars. */
export function inUsd(microUsd: number): number {
  return microUsd / MICRO;
}

/** Dollars; null when no call had a known price. */
export function costUsd({ answers, microUsd, unpriced }: Omit<Amount, 'tokens'>): number | null {
  return answers > 0 && unpriced === answers ? null : inUsd(microUsd);
}

/** The agent with its spending and that of its sessions and conversations. */
export function withSpend(agent: AgentView, ledger: SpendLedger): AgentWithSpend {
  const sessions = new Map(ledger.sessions.map((one) => [one.id, one]));
  return {
    ...agent,
    calls_today: ledger.calls,
    spend: withSubagents(ledger),
    sessions: agent.sessions.map((session) => {
      const spent = sessions.get(session.id);
      const threads = new Map(spent?.threads.map((one) => [one.id, one]));
      return {
        ...session,
        spend: withSubagents(spent),
        threads: session.threads.map((thread) => ({
          ...thread,
          parent: threads.get(thread.id)?.parent ?? null,
          spend: spendOf(threads.get(thread.id)),
        })),
      };
    }),
  };
}

function withSubagents(
  spent: Pick<SpendLedger, 'today' | 'total' | 'subagents'> | undefined,
): StandingSpendView {
  return { ...spendOf(spent), subagents: spendOf(spent?.subagents) };
}

function spendOf(spent: Pick<SpendLedger, 'today' | 'total'> | undefined): SpendView {
  if (spent === undefined) return NOTHING;
  return { today: amountView(spent.today), total: amountView(spent.total) };
}

function amountView(amount: Amount): SpendView['today'] {
  return { tokens: amount.tokens, cost_usd: costUsd(amount), unpriced_calls: amount.unpriced };
}
