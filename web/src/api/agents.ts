/**
 * The list of all agents, read at a pace that its size allows.
 *
 * A few agents are read every two seconds. Ten thousand are several megabytes; then the pace follows from how long the
 * last reading took, so that the page never spends more than a small part of its time on it.
 */
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Agent } from '../../../src/control/client.ts';
import { api } from './api.ts';
import { pace, timed } from './pace.ts';

const NAME = 'GET /api/agents';
const FASTEST_MS = 2_000;

const known = new Map<string, { readonly text: string; readonly agent: Agent }>();

/** Agents that did not change stay the same objects, so that their rows are not drawn again. */
function settled(agents: readonly Agent[]): readonly Agent[] {
  const result = agents.map((agent) => {
    const text = `${agent.last_seen} ${agent.mode} ${agent.holds.length} ${agent.health} ${agent.open_calls} ${agent.usage.tokens_minute} ${agent.active} ${agent.problem}`;
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
