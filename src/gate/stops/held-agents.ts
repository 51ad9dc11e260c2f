/**
 * Agents on which something may stand, so that whoever asks whether one of thousands is held looks at those few.
 *
 * It hears of every state before anybody can ask about it, and may name an agent too many, never one too few.
 */
import type { AgentState } from '../../core/index.ts';

/** The agents with holds. */
export class HeldAgents {
  readonly #held = new Set<string>();
  /** A record changes one session, so the others are known. */
  readonly #free = new WeakSet<AgentState['sessions'][string]>();

  /** An agent has this state from now on. */
  note(agent: string, state: AgentState): void {
    if (this.#isHeld(state)) this.#held.add(agent);
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
      if (states.some((state) => this.#isHeld(state))) yield agent;
      // What is between them and not on the disk yet may still hold: it is durable before the release is.
      else if (new Set(states).size === 1) this.#held.delete(agent);
    }
  }

  #isHeld({ holds, sessions }: AgentState): boolean {
    if (holds.length > 0) return true;
    for (const name of Object.keys(sessions)) {
      const session = sessions[name];
      if (session === undefined || this.#free.has(session)) continue;
      if (isHeldWithin(session)) return true;
      this.#free.add(session);
    }
    return false;
  }
}

function isHeldWithin({ holds, threads }: AgentState['sessions'][string]): boolean {
  if (holds.length > 0) return true;
  for (const name of Object.keys(threads)) if (threads[name]?.holds.length !== 0) return true;
  return false;
}
