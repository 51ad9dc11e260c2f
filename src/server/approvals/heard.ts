/**
 * What an event of the journal says about a question: that somebody asked it on another node, or what became of it,
 * wherever that was recorded.
 */
import { MAIN } from '../../base/main-name.ts';
import type { GateEvent } from '../../gate/index.ts';

/** What was heard, and of which question; without a session it is about all of the agent. */
export interface Heard {
  readonly what: 'asked' | 'granted' | 'refused' | 'over';
  readonly agent: string;
  readonly session: string | null;
  readonly target: string;
  readonly at: number;
}

/** Null for an event about anything else. */
export function heardOf(event: GateEvent): Heard | null {
  const { agent, session, eventType, details, timestamp: at } = event;
  const { target = '', action, hold, record } = details;
  if (typeof target !== 'string') return null;
  const about = { agent, session, target, at };
  if (eventType === 'operator' && action === 'refuse') return { what: 'refused', ...about };
  if (hold !== 'approval') return null;
  if (eventType === 'release' && record === 'operator') return { what: 'granted', ...about };
  // This process knows what it asked itself, and what it gave up.
  if (event.elsewhere !== true) return null;
  if (eventType === 'release') return { what: 'over', ...about };
  return eventType === 'hold' ? { what: 'asked', ...about, session: session ?? MAIN } : null;
}
