/**
 * How large a state may be.
 *
 * 4 KiB for one session with one thread and the holds of one level; beyond that a fixed amount for
 * each further session, thread and hold, whose numbers are bounded too.
 */
import type { AgentState } from '../../src/core/index.ts';

const PLAIN_BYTES_MAX = 4_096;
const PLAIN_HOLDS_MAX = 11;
const PLACES_MAX = 64;
const BYTES_PER_THREAD_MAX = 1_200;
const BYTES_PER_SESSION_MAX = 1_700;
const BYTES_PER_HOLD_MAX = 330;

/** What is too large about a state, or null. */
export function stateTooLarge(state: AgentState): string | null {
  const sessions = Object.values(state.sessions);
  let holds = state.holds.length;
  let threads = 0;
  for (const session of sessions) {
    const own = Object.values(session.threads);
    if (own.length > PLACES_MAX) return `${own.length} threads in a session`;
    threads += own.length;
    holds += session.holds.length;
    for (const thread of own) holds += thread.holds.length;
  }
  if (sessions.length > PLACES_MAX) return `${sessions.length} sessions`;
  const holdsMax = PLAIN_HOLDS_MAX * (1 + sessions.length + threads);
  if (holds > holdsMax) return `${holds} holds`;
  const bytes = Buffer.byteLength(JSON.stringify(state));
  const bytesMax =
    PLAIN_BYTES_MAX +
    Math.max(0, sessions.length - 1) * BYTES_PER_SESSION_MAX +
    Math.max(0, threads - 1) * BYTES_PER_THREAD_MAX +
    Math.max(0, holds - PLAIN_HOLDS_MAX) * BYTES_PER_HOLD_MAX;
  if (bytes <= bytesMax) return null;
  return `${bytes} bytes for ${sessions.length} sessions, ${threads} threads, ${holds} holds`;
}

/** Freezes a value through and through, so that whoever changes it is caught. */
export function deepFreeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const member of Object.values(value)) deepFreeze(member);
}
