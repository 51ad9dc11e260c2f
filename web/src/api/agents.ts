/**
 * The list of all agents, read at a pace that its size allows.
 *
 * A few agents are read every two seconds. Ten thousand are several megabytes; then the pace follows from how long the
 * last reading took, so that the page never spends more than a small part of its time on it.
 */
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Agent } from '../../../src/control/api/client.ts';
import { api } from './api.ts';
import { pace, timed } from './pace.ts';

const NAME = 'GET /api/agents';
const FASTEST_MS = 2_000;

const known = new Map<string, { readonly text: string; readonly agent: Agent }>();

/** Everything that a row shows, in few letters. */
function markOf({
  last_seen: seen,
  mode,
  intensity,
  health,
  open_calls: calls,
  problem,
  holds,
  waiting,
  budgets,
  usage,
}: Agent): string {
  const { tokens_minute: tokens, budget_tokens_minute: budget, tokens_by_minute: minutes } = usage;
  const held = holds
    .map(({ hold, since, refused, grace }) => `${hold} ${since} ${refused === true} ${grace?.left}`)
    .join();
  const used = budgets.map(({ spent, limit }) => spent >= limit).join();
  return `${waiting?.until} ${used} ${seen} ${mode} ${intensity} ${health} ${calls} ${problem} ${held} ${tokens} ${budget} ${minutes.join()}`;
}

/** Agents that did not change stay the same objects, so that their rows are not drawn again. */
function settled(agents: readonly Agent[]): readonly Agent[] {
  const result = agents.map((agent) => {
    const text = markOf(agent);
    const before = known.get(agent.id);
    if (before?.text === text && agent.sessions.length === 0) return before.agent;
    known.set(agent.id, { text, agent });
    return agent;
  });
  return result;
}

export function useAgents(): UseQueryResult<readonly Agent[]> {
  return useQuery({
    queryKey: [NAME, null],
    queryFn: ({ signal }) => timed(NAME, async () => settled(await api.call(NAME, { signal }))),
    structuralSharing: false,
    refetchInterval: () => pace(NAME, FASTEST_MS),
  });
}
