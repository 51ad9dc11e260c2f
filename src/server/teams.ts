/**
 * The teams of a configuration, as the gate counts them: whose budget it is, and what it may spend.
 */
import { fitsAny } from '../base/glob.ts';
import { coreBudgets, isShadowed, type Config } from '../config/index.ts';
import type { Team } from '../gate/index.ts';

/** Every team. Of an agent in shadow its teams refuse nothing either. */
export function teamsOf(config: Pick<Config, 'teams' | 'agents'>): readonly Team[] {
  return Object.entries(config.teams).map(([name, { agents = [], tags = [], budgets }]) => ({
    name,
    budgets: coreBudgets(budgets),
    isShadow: (agent) => budgets.shadow === true || isShadowed(config, agent),
    membership: JSON.stringify([agents, tags, tags.length === 0 ? [] : taggedAgents(config)]),
    has: (agent) =>
      fitsAny(agents, agent) ||
      (config.agents[agent]?.tags ?? []).some((tag) => tags.includes(tag)),
  }));
}

function taggedAgents({ agents }: Pick<Config, 'agents'>): readonly unknown[] {
  return Object.entries(agents).flatMap(([name, { tags = [] }]) =>
    tags.length === 0 ? [] : [[name, tags]],
  );
}
