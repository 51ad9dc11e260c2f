/** Whether an agent has a session, or a conversation of one, as far as its state remembers. */
import type { AgentState } from '../../core/index.ts';

/** Whether a place was seen; null where the records aren't read. */
export function hasPlace(
  state: AgentState | undefined,
  session: string,
  thread?: string,
): boolean | null {
  if (state === undefined) return null;
  const found = Object.hasOwn(state.sessions, session) ? state.sessions[session] : undefined;
  return found !== undefined && (thread === undefined || Object.hasOwn(found.threads, thread));
}
