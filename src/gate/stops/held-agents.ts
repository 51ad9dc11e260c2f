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

  /** An agent has this state now: judged, or durable. */
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
      else this.#held.delete(agent);
    }
  }

  #isHeld({ holds, sessions }: AgentState): boolean {
    if (holds.length > 0) return true;
    return Object.values(sessions).some((session) => {
      if (this.#free.has(session)) return false;
      const isHeld =
        session.holds.length > 0 ||
        Object.values(session.threads).some((thread) => thread.holds.length > 0);
      if (!isHeld) this.#free.add(session);
      return isHeld;
    });
  }
}
