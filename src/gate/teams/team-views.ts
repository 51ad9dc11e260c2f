/** The budgets of teams as people see them. */
import { present } from '../../base/present.ts';
import type { Amounts, BudgetKind } from '../../core/spending/index.ts';
import { budgetViews, type BudgetView } from '../view/budget-view.ts';
import type { TeamAsks } from './team-asks.ts';
import type { Team } from './team.ts';

/** Budgets of one team that are shown of an agent. */
const VIEWS_MAX = 12;

/** Whose view it is, when, and what teams were asked for. */
export interface Viewing {
  readonly agent: string;
  readonly now: number;
  readonly asks: TeamAsks | null;
}

/** What one share of a team may spend, with what is spent of it. */
export function shareViews(
  team: Team,
  share: string | undefined,
  { agent, now, asks }: Viewing,
  spentOf: (kind: BudgetKind) => Amounts,
): readonly BudgetView[] {
  const place = { team, share };
  const views = budgetViews(
    team.budgets,
    (kind) => [spentOf(kind)],
    (name) => asks?.isExtended(place, name, now) === true,
    (name) => asks?.open(place, name, now) ?? null,
  );
  return views.map((view) => ({
    ...view,
    level: 'team' as const,
    team: team.name,
    ...present({ share }),
    ...(team.isShadow(agent) ? { shadow: true as const } : {}),
  }));
}

/** The fullest come first: there may be as many shares as users. */
export function fullestViews(views: readonly BudgetView[]): readonly BudgetView[] {
  return views.toSorted((one, other) => fill(other) - fill(one)).slice(0, VIEWS_MAX);
}

function fill({ spent, limit }: BudgetView): number {
  return spent / limit;
}
