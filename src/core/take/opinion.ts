/**
 * What a second opinion does: it stands with the conversation until its stretch without progress is over.
 *
 * The first one counts. One that comes when the stretch is over, or after another, is written down and moves nothing.
 */
import { clipText } from '../../base/clip-text.ts';
import { NOTE_BYTES_MAX } from '../limits.ts';
import type { Place } from '../place.ts';
import type { OpinionRecord } from '../records/records.ts';
import type { AgentState, ThreadState } from '../state.ts';

/** The agent after an opinion, and what to note about it. */
export function takeOpinion(
  agent: AgentState,
  { opinion, details }: OpinionRecord,
  { session: name, thread: threadName }: Place,
): { readonly agent: AgentState; readonly notes: readonly string[] } {
  // In quotes, so that no text from outside can pose as a reason of ours.
  const text = JSON.stringify(clipText(details, NOTE_BYTES_MAX));
  const session = agent.sessions[name];
  const thread = session?.threads[threadName];
  const counts = thread !== undefined && isOpen(thread);
  const notes = [`SECOND_OPINION: ${opinion}${counts ? '' : ' (moves nothing)'}: ${text}`];
  if (session === undefined || !counts) return { agent, notes };
  const threads = { ...session.threads, [threadName]: { ...thread, opinion } };
  const sessions = { ...agent.sessions, [name]: { ...session, threads } };
  return { agent: { ...agent, sessions }, notes };
}

/** Whether a conversation is in a stretch without progress of which nothing was said yet. */
export function isOpen({ judge, opinion }: ThreadState): boolean {
  return judge !== undefined && judge.stretch.fed > 0 && opinion === undefined;
}

/** The conversation without an opinion on a stretch that is over. */
export function withoutOldOpinion(thread: ThreadState): ThreadState {
  if (thread.opinion === undefined || (thread.judge?.stretch.fed ?? 0) > 0) return thread;
  const { opinion: _, ...rest } = thread;
  return rest;
}
