/**
 * Lets a governed agent wait where its window would otherwise lack the rest it owes. Off unless a person turns it on.
 *
 * It only delays what asks to pass. An answer that arrives while the agent should rest is recorded all the same, so the
 * fraction is kept by agents whose calls are short, and helped in the others.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from './clock.ts';

/** Looked at again and again, because a stop must not wait for the rest to be over. */
const LOOK_MS = 250;

/** Who must rest, and how long. What windows demand is known elsewhere; the gate is handed it. */
export interface RestRules {
  readonly isGoverned: (agent: string) => boolean;
  /** How far back it wants to know when an agent was active. */
  readonly windowMs: number;
  /** Milliseconds to wait before an agent that was active at these times may act; 0 when it may act now. */
  readonly restOwedMs: (activeAt: readonly number[], nowMs: number) => number;
}

/** Remembers when governed agents were active. */
export class Governor {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #rules: RestRules | null;
  readonly #active = new Map<string, number[]>();

  constructor(clock: Pick<Clock, 'now'>, rules: RestRules | null) {
    this.#clock = clock;
    this.#rules = rules;
  }

  /** Whether an agent must rest at times. */
  governs(agent: string): boolean {
    return this.#rules?.isGoverned(agent) === true;
  }

  /** Something of an agent was recorded. */
  acted(agent: string): void {
    const rules = this.#rules;
    if (rules === null || !this.governs(agent)) return;
    const now = this.#clock.now();
    const recent = (this.#active.get(agent) ?? []).filter((at) => at > now - rules.windowMs);
    this.#active.set(agent, [...recent, now]);
  }

  /** Resolves when the agent may act, or when `isOver` says that waiting is. */
  async rested(agent: string, isOver: () => boolean): Promise<void> {
    const rules = this.#rules;
    if (rules === null || !this.governs(agent)) return;
    for (;;) {
      const owed = rules.restOwedMs(this.#active.get(agent) ?? [], this.#clock.now());
      if (owed === 0 || isOver()) return;
      await delay(Math.min(owed, LOOK_MS));
    }
  }
}
