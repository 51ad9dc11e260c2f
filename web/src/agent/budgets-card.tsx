/** The budgets of an agent: what is spent of each, and the form in which a person sets them. */
import type { ReactNode } from 'react';
import { periodEnds, periodNow } from '../../../src/control/agents/state-words.ts';
import type { Agent } from '../../../src/control/api/client.ts';
import { usdText } from '../../../src/prices/money-text.ts';
import { useApi } from '../api/queries.ts';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { count } from '../ui/numbers.ts';
import { Meter } from '../ui/sparkline.tsx';
import { BudgetsForm } from './budgets-form.tsx';

type Budget = Agent['budgets'][number];

function whenSpent(budget: Budget): string {
  const { level } = budget;
  if (level === 'session') return 'in the session that spent most';
  if (level === 'thread') return 'in the conversation that spent most';
  const when = `${periodNow(budget)}, ${periodEnds(budget)}`;
  if (level !== 'team') return when;
  return budget.share === undefined ? `${when}, by all of the team` : when;
}

export function BudgetsCard({ agent }: { readonly agent: Agent }): ReactNode {
  const query = useApi('GET /api/agents/:id/envelope', { params: { id: agent.id } });
  const shadow = query.data?.shadow.includes('budgets') === true;
  return (
    <Card
      title="Budgets"
      aside={shadow ? <Badge tone="hold">Shadow: reports only</Badge> : undefined}
    >
      <div className="space-y-4">
        {agent.budgets.length === 0 ? null : <BudgetMeters budgets={agent.budgets} />}
        <Loaded query={query}>{(kept) => <BudgetsForm agent={agent} kept={kept} />}</Loaded>
      </div>
    </Card>
  );
}

function BudgetMeters({ budgets }: { readonly budgets: Agent['budgets'] }): ReactNode {
  return (
    <ul className="space-y-3">
      {budgets.map((budget) => (
        <li
          key={`${budget.level} ${budget.team ?? ''} ${budget.share ?? ''} ${budget.period ?? ''} ${budget.unit}`}
        >
          <Meter
            label={`Share of the budget ${whenSpent(budget)}`}
            share={budget.spent / budget.limit}
            tone={toneOf(budget)}
            text={`${amount(budget.spent, budget.unit)} of ${amount(budget.limit, budget.unit)}`}
          />
          <p className="mt-1 text-xs text-muted">
            {budget.team === undefined ? '' : `Team ${budget.team}: `}
            {budget.share === undefined ? '' : `${budget.share}, `}
            {whenSpent(budget)}
            {budget.shadow === true ? ' (reports only)' : ''}
          </p>
        </li>
      ))}
    </ul>
  );
}

function toneOf({ spent, limit }: Budget): 'accent' | 'warn' | 'danger' {
  if (spent >= limit) return 'danger';
  return spent * 5 >= limit * 4 ? 'warn' : 'accent';
}

function amount(value: number, unit: Budget['unit']): string {
  return unit === 'usd' ? usdText(value) : `${count(value)} ${unit}`;
}
