/**
 * The agent that `tripwire drill` stops and resumes on a running server, to see that a stop works.
 *
 * Nobody works in it, so lists and counts of agents leave it out. Its name alone is not enough: otherwise any agent that
 * took the name would be out of sight. It is the drill's only as long as nothing of it was ever let through.
 */
import type { AgentState } from '../../core/index.ts';

/** Its name. */
export const DRILL_AGENT = 'tripwire-drill';

/** Whether an agent is the drill's. */
export function isDrill(agent: string, { sessions }: Pick<AgentState, 'sessions'>): boolean {
  return agent === DRILL_AGENT && !Object.values(sessions).some(({ threads }) => isActive(threads));
}

/** Whether something was let through in one of these conversations. */
export function isActive(threads: AgentState['sessions'][string]['threads']): boolean {
  return Object.values(threads).some(({ lastEventAt }) => lastEventAt !== null);
}
