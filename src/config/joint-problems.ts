/**
 * What is wrong with values that are right by themselves but not together.
 */
import { errorWords } from '../base/error-words.ts';
import { nearest } from '../base/suggestion.ts';
import { SHIPPED_CONSTITUTIONS, type Constitution, type KillSwitch } from '../core/index.ts';
import type { AgentConfig, Config } from './config.ts';
import { loadConstitution } from './constitution-file.ts';
import type { PlacedProblem } from './shape-problems.ts';

export function jointProblems(config: Config): PlacedProblem[] {
  return [
    ...portProblems(config),
    ...storeProblems(config),
    ...exceptionProblems(config),
    ...approvalProblems(config),
    ...budgetProblems(config),
    ...opinionProblems(config),
  ];
}

function portProblems({ port, adminPort }: Config): PlacedProblem[] {
  if (port !== adminPort || port === 0) return [];
  const message = `must not be ${port} like port: agents and people have a port each`;
  return [{ path: ['admin_port'], message }];
}

function storeProblems({ fleet, watchdog, store }: Config): PlacedProblem[] {
  if (store !== undefined) return [];
  return [
    { path: ['fleet'], value: fleet, message: 'needs store: a database that all nodes share' },
    {
      path: ['watchdog'],
      value: watchdog,
      message: 'needs store: only there a server has a lease',
    },
  ].flatMap(({ path, value, message }) => (value === 'off' ? [] : [{ path, message }]));
}

function exceptionProblems({ killSwitch, agents }: Config): PlacedProblem[] {
  const own = Object.entries(agents).flatMap(([name, agent]) =>
    repeatedTools(agent.killSwitch).map((place) => ['agents', name, ...place]),
  );
  return [...repeatedTools(killSwitch), ...own].map((path) => ({
    path,
    message: 'this tool is already in the list; keep one',
  }));
}

function opinionProblems({ secondOpinion, upstreams }: Config): PlacedProblem[] {
  if (secondOpinion === undefined || upstreams[secondOpinion.provider] !== undefined) return [];
  const names = Object.keys(upstreams);
  const meant = nearest(secondOpinion.provider, names);
  const hint = meant === null ? `there are ${names.join(', ')}` : `did you mean ${meant}?`;
  const message = `there is no upstream ${secondOpinion.provider}; ${hint}`;
  return [{ path: ['second_opinion', 'provider'], message }];
}

function approvalProblems({ approvals }: Config): PlacedProblem[] {
  const names = approvals.map(({ name }) => name);
  return names.flatMap((name, index) =>
    names.indexOf(name) < index
      ? [{ path: ['approvals', index, 'name'], message: `there is a rule ${name} already` }]
      : [],
  );
}

function repeatedTools({ exceptions = [] }: Partial<KillSwitch>): (string | number)[][] {
  const tools = exceptions.map(({ tool }) => tool);
  return tools.flatMap((tool, index) =>
    tools.indexOf(tool) < index ? [['kill_switch', 'exceptions', index, 'tool']] : [],
  );
}

/** The constitution must be there, and no agent may have a budget that loosens it. */
function budgetProblems({ constitution, agents }: Config): PlacedProblem[] {
  let loaded: Constitution;
  try {
    loaded = loadConstitution(constitution);
  } catch (error) {
    return [{ path: ['constitution'], message: constitutionProblem(constitution, error) }];
  }
  return Object.entries(agents).flatMap(([name, agent]) =>
    looserBudgets(agent, loaded).map(({ key, message }) => ({
      path: ['agents', name, key],
      message,
    })),
  );
}

function constitutionProblem(constitution: string, error: unknown): string {
  const names = SHIPPED_CONSTITUTIONS.map((one) => one.values.name);
  const meant = nearest(constitution.split(/[/\\]/).at(-1) ?? '', names);
  const hint = meant === null ? '' : `; did you mean ${meant}?`;
  return `${errorWords(error)}${hint}`;
}

function looserBudgets(agent: AgentConfig, { values }: Constitution) {
  const budgets = [
    ['max_tokens_per_minute', agent.maxTokensPerMinute, values.maxTokensPerMinute],
    ['max_tool_calls_per_minute', agent.maxToolCallsPerMinute, values.maxToolCallsPerMinute],
  ] as const;
  return budgets
    .filter(([, wanted, bound]) => wanted !== undefined && wanted > bound)
    .map(([key, wanted, bound]) => ({
      key,
      message:
        `must be at most ${bound}, not ${wanted}: an agent’s own limit can only be tighter than ` +
        `the constitution (${values.name})`,
    }));
}
