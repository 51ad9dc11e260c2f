/**
 * Lets a governed agent wait where its window would otherwise lack the rest it owes. Off unless a person turns it on.
 *
 * It only delays what asks to pass. An answer that arrives while the agent should rest is recorded all the same, so the
 * fraction is kept by agents whose calls are short, and helped in the others.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { restOwedMs, RHO_FLOOR } from '../audit/index.ts';
import type { Clock } from './clock.ts';

const WINDOW_MS = 48_000;
/** Looked at again and again, because a stop must not wait for the rest to be over. */
const LOOK_MS = 250;

/** Remembers when governed agents were active. */
export class RestKeeper {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #isGoverned: (agent: string) => boolean;
  readonly #active = new Map<string, number[]>();

  constructor(clock: Pick<Clock, 'now'>, isGoverned: (agent: string) => boolean) {
    this.#clock = clock;
    this.#isGoverned = isGoverned;
  }

  /** Something of an agent was recorded. */
  acted(agent: string): void {
    if (!this.#isGoverned(agent)) return;
    const now = this.#clock.now();
    const recent = (this.#active.get(agent) ?? []).filter((at) => at > now - WINDOW_MS);
    this.#active.set(agent, [...recent, now]);
  }

  /** Resolves when the agent may act, or when `isOver` says that waiting is. */
  async rested(agent: string, isOver: () => boolean): Promise<void> {
    if (!this.#isGoverned(agent)) return;
    for (;;) {
      const owed = restOwedMs(this.#active.get(agent) ?? [], this.#clock.now(), RHO_FLOOR);
      if (owed === 0 || isOver()) return;
      await delay(Math.min(owed, LOOK_MS));
    }
  }
}
