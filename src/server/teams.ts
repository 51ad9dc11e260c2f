/**
 * The teams of a configuration, as the gate counts them: whose budget it is, and what it may spend.
 *
 * What a person configured for an agent counts over what its requests say: an agent must not get out of a budget by
 * naming another user.
 */
import { hash } from 'node:crypto';
import { fitsAny } from '../base/glob.ts';
import { present } from '../base/present.ts';
import { coreBudgets, isShadowed, type Config, type TeamConfig } from '../config/index.ts';
import type { CallLabels } from '../core/index.ts';
import { hoursOf, longerPeriods } from '../core/spending/index.ts';
import { LABEL_NAMES, type LabelName, type Team } from '../gate/index.ts';

type Settings = Pick<Config, 'teams' | 'agents'>;

/** Every team. Of an agent in shadow its teams refuse nothing either. */
export function teamsOf(config: Settings): readonly Team[] {
  return Object.entries(config.teams).map(([name, team]) => ({
    name,
    budgets: coreBudgets(team.budgets),
    isShadow: (agent) => team.budgets.shadow === true || isShadowed(config, agent),
    has: (agent, labels) => isMember(team, agent, labelsOf(config, agent, labels)),
    goesBy: goesBy(team),
    // Tags of an agent are joined by those that its requests say.
    isFixed: (agent, label) => label !== 'tags' && config.agents[agent]?.[label] !== undefined,
    ...present({ shareOf: shareOf(config, team) }),
  }));
}

/**
 * The teams of a node of a fleet, who belongs to them as at its start: all nodes count to the same sums. Who is in shadow is
 * asked as it is configured now.
 */
export function teamsAtStart(start: Settings, current: () => Settings): readonly Team[] {
  return teamsOf(start).map((team) => ({
    ...team,
    isShadow: (agent) =>
      start.teams[team.name]?.budgets.shadow === true || isShadowed(current(), agent),
  }));
}

/** Names who belongs to which team, and since when it is counted; empty where there are none. What may be spent is not in it. */
export function teamsDigest({ teams, agents }: Settings): string {
  if (Object.keys(teams).length === 0) return '';
  const shared = Object.entries(teams).map(([name, { budgets, ...members }]) => {
    const limits = coreBudgets(budgets);
    return [name, members, longerPeriods(limits), hoursOf(limits)];
  });
  const labels = Object.entries(agents)
    .map(([name, { user, project, branch, tags }]) => ({ name, user, project, branch, tags }))
    .filter((one) => Object.values(one).filter((value) => value !== undefined).length > 1)
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return hash('sha256', JSON.stringify([shared, labels]), 'hex');
}

function labelsOf({ agents }: Settings, agent: string, said: CallLabels): CallLabels {
  const own = agents[agent];
  const { user = said.user, project = said.project, branch = said.branch } = own ?? {};
  const tags = [...(own?.tags ?? []), ...(said.tags ?? [])];
  return { ...present({ branch, project, user }), tags };
}

function goesBy({ tags, users, projects, branches, each }: TeamConfig): readonly LabelName[] {
  const lists = { branch: branches, project: projects, tags, user: users };
  return LABEL_NAMES.filter((name) => lists[name] !== undefined || each === name);
}

function isMember(team: TeamConfig, agent: string, said: CallLabels): boolean {
  const { agents = [], tags = [], users = [], projects = [], branches = [] } = team;
  const isForAll = [agents, tags, users, projects, branches].every((list) => list.length === 0);
  return (
    isForAll ||
    fitsAny(agents, agent) ||
    (said.tags ?? []).some((tag) => tags.includes(tag)) ||
    isNamed(users, said.user) ||
    isNamed(projects, said.project) ||
    isNamed(branches, said.branch)
  );
}

function isNamed(names: readonly string[], name: string | undefined): boolean {
  return name !== undefined && fitsAny(names, name);
}

/** Whose share of a budget that each has for itself a call is, in words. */
function shareOf(config: Settings, { each }: TeamConfig): Team['shareOf'] {
  if (each === undefined) return undefined;
  return (agent, said) => {
    const name = labelsOf(config, agent, said)[each];
    return name === undefined ? `calls that name no ${each}` : `${each} ${name}`;
  };
}
