/**
 * Whether a request begins a turn of its session: a person said something that was not there before.
 *
 * Reminders that a client adds, results of tools, the same request again and what subagents ask are none. Of a
 * conversation that began before we looked nobody can tell, so it isn't taken for a new turn.
 */
import type { ProxyRequest } from '../read-request.ts';
import { lastModelMessage } from './thread-memory-newest-turn.ts';
import type { RequestInThread } from './thread-memory.ts';

/** Whether a prompt is the last thing that is new in it. */
export function beginsTurn(
  { client, conversation }: Pick<ProxyRequest, 'client' | 'conversation'>,
  { change, events, isRetry, purpose }: RequestInThread,
): boolean {
  if (client.subagent !== null || isRetry || purpose !== 'step' || conversation === null) {
    return false;
  }
  if (events.at(-1)?.kind !== 'prompt') return false;
  const isCompacted = events.some(({ kind }) => kind === 'compaction');
  if (change === 'rewritten') return !isCompacted;
  return change === 'grown' || (change === 'first' && lastModelMessage(conversation) === null);
}
