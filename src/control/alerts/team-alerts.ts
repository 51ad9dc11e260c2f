/**
 * Alerts about budgets of teams that wait for a person: one for each, on the agent whose call came first. Its one button
 * extends the budget for all of them.
 */
import { askName, type AgentView } from '../../gate/index.ts';
import { usdText } from '../../prices/index.ts';
import { periodEnds, periodNow } from '../agents/state-words.ts';
import type { Firing, Resolving } from './alert-book.ts';

/** What fires for an agent that made its teams wait, and which of the alerts that stand are over. */
export function teamAlerts(
  { id, budgets }: Pick<AgentView, 'id' | 'budgets'>,
  standing: readonly string[],
  now: number,
): { readonly firing: readonly Firing[]; readonly resolving: readonly Resolving[] } {
  const firing = budgets.flatMap((budget): readonly Firing[] => {
    const { team, share, asks } = budget;
    if (team === undefined || asks?.agent !== id) return [];
    return [
      {
        rule: 'budget_asks',
        agent: id,
        session: null,
        about: askName(team, share),
        mark: asks.since,
        at: asks.since,
        what: `Team ${askName(team, share)} waits at its budget, which a person can extend once.`,
        numbers: budgetText(budget),
        cost: 'nothing, its calls are refused',
        incident: null,
        how_to_resume: `tripwire resume ${id} extends it once for all of the team; without an answer it waits ${periodEnds(budget)}`,
      },
    ];
  });
  const resolving = standing
    .filter((about) => !firing.some((one) => one.about === about))
    .map((about) => ({
      rule: 'budget_asks' as const,
      agent: id,
      session: null,
      about,
      at: now,
      how: (was: string) => `It was extended, or its period is over. It had been: ${was}`,
    }));
  return { firing, resolving };
}

function whenSpent(budget: AgentView['budgets'][number]): string {
  const { level } = budget;
  if (level === 'session') return 'in one session';
  if (level === 'thread') return 'in one conversation';
  return level === 'team' ? `${periodNow(budget)}, by its team` : periodNow(budget);
}

/** What is spent of a budget, in words. */
export function budgetText(budget: AgentView['budgets'][number]): string {
  const { spent, limit, unit } = budget;
  const amount = (value: number) =>
    unit === 'usd' ? usdText(value) : `${value.toLocaleString('en')} ${unit}`;
  return `${amount(spent)} of ${amount(limit)} ${whenSpent(budget)}`;
}
