/**
 * What the simulator itself knows of one session: what was spent, when it waits, how it fared.
 *
 * It is the second opinion the checks rest on, so it keeps lists where the core keeps rings and is
 * told nothing but records and decisions.
 */
import type { ActivityMode, HoldKind, Settlement, Spend } from '../../src/core/index.ts';

const SECOND_MS = 1_000;
const SECONDS_REMEMBERED = 60;
const TOKENS_PER_SECOND_MAX = 9_999_999;
const CALLS_PER_SECOND_MAX = 9_999;

/** What is known of one thread. */
export class ThreadBook {
  /** When its own cooldown ends; 0 when there is none. */
  cooldownUntil = 0;
  /** The hash of its last output, and how often it came in a row since its fresh chance. */
  output: string | null = null;
  equalOutputs = 0;
  /** No event has come since it began or got its fresh chance. */
  fresh = true;
  /** How many cooldowns it has behind it. */
  chances = 0;
  /** What the last decision said. */
  mode: ActivityMode = 'IDLE';
  modeSince = 0;
  holds: readonly HoldKind[] = [];
  refusedCall: string | null = null;
  wakeAt: number | null = null;
}

interface SpentSecond {
  readonly second: number;
  tokens: number;
  calls: number;
}

/** What is known of one session. */
export class SessionBook {
  readonly threads = new Map<string, ThreadBook>();
  /** The thread that was named last. */
  lastThread = 'main';
  cooldownUntil = 0;
  /** Health in ten-thousandths as last heard of, and the earliest time recovery can count from. */
  health = 10_000;
  recoversFrom: number;
  /** Somebody released it unseen: what happened before must not be taken for news. */
  releasedUnseen = false;
  /** A soft suspend was acknowledged by a person. */
  acknowledged = false;
  #seconds: SpentSecond[] = [];

  constructor(now: number) {
    this.recoversFrom = now;
  }

  /** Ends the cooldowns that are over at `now`. */
  passTime(now: number, thread: ThreadBook): void {
    if (this.cooldownUntil !== 0 && this.cooldownUntil <= now) {
      this.cooldownUntil = 0;
      for (const one of this.threads.values()) freshChance(one);
    }
    if (thread.cooldownUntil !== 0 && thread.cooldownUntil <= now) {
      thread.cooldownUntil = 0;
      freshChance(thread);
    }
  }

  /** Counts a spend, and takes back what it settles if that is still remembered. */
  count(spend: Spend, settles: Settlement | undefined, now: number): void {
    const second = Math.floor(now / SECOND_MS);
    this.#seconds = this.#seconds.filter((one) => second - one.second < SECONDS_REMEMBERED);
    if (settles !== undefined) this.#settle(settles);
    let current = this.#seconds.at(-1);
    if (current?.second !== second) {
      current = { second, tokens: 0, calls: 0 };
      this.#seconds.push(current);
    }
    current.tokens = Math.min(TOKENS_PER_SECOND_MAX, current.tokens + spend.tokenCount);
    current.calls = Math.min(CALLS_PER_SECOND_MAX, current.calls + spend.toolCalls);
  }

  #settle(settles: Settlement): void {
    const then = Math.floor(settles.timestamp / SECOND_MS);
    const settled = this.#seconds.find((one) => one.second === then);
    if (settled === undefined) return;
    settled.tokens = Math.max(0, settled.tokens - settles.tokenCount);
    settled.calls = Math.max(0, settled.calls - settles.toolCalls);
  }

  /** What was spent in the current second and the 59 before it. */
  spent(now: number): Spend {
    const second = Math.floor(now / SECOND_MS);
    const spent = { tokenCount: 0, toolCalls: 0 };
    for (const one of this.#seconds) {
      if (second - one.second >= SECONDS_REMEMBERED) continue;
      spent.tokenCount += one.tokens;
      spent.toolCalls += one.calls;
    }
    return spent;
  }

  /** Whether a settlement of this time can still be taken off. */
  remembers(timestamp: number, now: number): boolean {
    const age = Math.floor(now / SECOND_MS) - Math.floor(timestamp / SECOND_MS);
    return age >= 0 && age < SECONDS_REMEMBERED;
  }
}

/** The windows of a thread start empty. */
function freshChance(thread: ThreadBook): void {
  thread.output = null;
  thread.equalOutputs = 0;
  thread.fresh = true;
  thread.chances += 1;
}
