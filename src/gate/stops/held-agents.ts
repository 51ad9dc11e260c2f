/**
 * Agents on which something may stand, so that whoever asks whether one of thousands is held looks at those few.
 *
 * It hears of every state before anybody can ask about it, and may name an agent too many, never one too few.
 */
import type { AgentState } from '../../core/index.ts';

/** The agents with holds. */
export class HeldAgents {
  readonly #held = new Set<string>();
  /** The last state of each agent on which nothing stood: a record changes one conversation, so the others are known. */
  readonly #free = new Map<string, AgentState>();

  /** An agent has this state from now on. */
  note(agent: string, state: AgentState): void {
    if (isHeld(state, this.#free.get(agent))) this.#held.add(agent);
    else this.#free.set(agent, state);
  }

  /** All on which something may stand. */
  names(): ReadonlySet<string> {
    return this.#held;
  }

  /** Those of these agents on which something may stand; nothing is known of one without states. */
  *among(
    agents: ReadonlySet<string>,
    statesOf: (agent: string) => readonly AgentState[] | null,
  ): Generator<string> {
    const [fewer, more] =
      agents.size < this.#held.size ? [agents, this.#held] : [this.#held, agents];
    for (const agent of fewer) {
      if (!more.has(agent)) continue;
      const states = statesOf(agent);
      if (states === null) continue;
      if (states.some((state) => isHeld(state))) yield agent;
      // What is between them and not on the disk yet may still hold: it is durable before the release is.
      else if (new Set(states).size === 1) this.#held.delete(agent);
    }
  }
}

/** Whether anything stands; what is the same object in a state on which nothing stood is not looked at again. */
function isHeld({ holds, sessions }: AgentState, free?: AgentState): boolean {
  if (holds.length > 0) return true;
  for (const name in sessions) {
    const session = sessions[name];
    const known =
      free !== undefined && Object.hasOwn(free.sessions, name) ? free.sessions[name] : undefined;
    if (session !== known && session !== undefined && isHeldWithin(session, known)) return true;
  }
  return false;
}

type SessionState = AgentState['sessions'][string];

function isHeldWithin({ holds, threads }: SessionState, free?: SessionState): boolean {
  if (holds.length > 0) return true;
  for (const name in threads) {
    const thread = threads[name];
    if (thread !== free?.threads[name] && thread?.holds.length !== 0) return true;
  }
  return false;
}
