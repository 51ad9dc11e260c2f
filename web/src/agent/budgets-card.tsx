/** The budgets that a person set for an agent, with what is spent of each. */
import type { ReactNode } from 'react';
import type { Agent } from '../../../src/control/api/client.ts';
import { usdText } from '../../../src/prices/money-text.ts';
import { Card } from '../ui/card.tsx';
import { count } from '../ui/numbers.ts';
import { Meter } from '../ui/sparkline.tsx';

type Budget = Agent['budgets'][number];

const whose = {
  agent: 'today, until midnight UTC',
  session: 'in the session that spent most',
  thread: 'in the conversation that spent most',
};

export function BudgetsCard({ agent }: { readonly agent: Agent }): ReactNode {
  if (agent.budgets.length === 0) return null;
  return (
    <Card title="Budgets">
      <ul className="space-y-3">
        {agent.budgets.map((budget) => (
          <li key={`${budget.level} ${budget.unit}`}>
            <Meter
              label={`Share of the budget ${whose[budget.level]}`}
              share={budget.spent / budget.limit}
              tone={toneOf(budget)}
              text={`${amount(budget.spent, budget.unit)} of ${amount(budget.limit, budget.unit)}`}
            />
            <p className="mt-1 text-xs text-muted">{whose[budget.level]}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function toneOf({ spent, limit }: Budget): 'accent' | 'warn' | 'danger' {
  if (spent >= limit) return 'danger';
  return spent * 5 >= limit * 4 ? 'warn' : 'accent';
}

function amount(value: number, unit: Budget['unit']): string {
  return unit === 'usd' ? usdText(value) : `${count(value)} ${unit}`;
}
