/**
 * The sliding minute and the rolling average: what a session spent, by second and by minute.
 *
 * Reading never rotates the rings, so that a question asked at a later time leaves no mark.
 */
import {
  MINUTES_PER_AVERAGE,
  SECONDS_PER_WINDOW,
  TOKENS_MAX,
  TOKENS_PER_MINUTE_MAX,
  TOOL_CALLS_MAX,
} from '../limits.ts';
import type { Settlement, Spend } from '../records/records.ts';
import type { UsageState } from '../state.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** Counts a spend at `now`, after taking back what `settles` says was counted for the same call. */
export function countSpend(
  usage: UsageState,
  spend: Spend,
  settles: Settlement | undefined,
  now: number,
): UsageState {
  const second = Math.floor(now / SECOND_MS);
  const minute = Math.floor(now / MINUTE_MS);
  const settled = settles?.timestamp ?? now;
  const takenBack = settles ?? NOTHING;
  const inSeconds = { from: usage.second, to: second, settled: Math.floor(settled / SECOND_MS) };
  const inMinutes = { from: usage.minute, to: minute, settled: Math.floor(settled / MINUTE_MS) };
  const [gone, spent] = [takenBack.tokenCount, spend.tokenCount];
  return {
    second,
    tokens: moved(usage.tokens, inSeconds, gone, spent, TOKENS_MAX),
    calls: moved(usage.calls, inSeconds, takenBack.toolCalls, spend.toolCalls, TOOL_CALLS_MAX),
    minute,
    minutes: moved(usage.minutes, inMinutes, gone, spent, TOKENS_PER_MINUTE_MAX),
  };
}

const NOTHING: Spend = Object.freeze({ tokenCount: 0, toolCalls: 0 });

/** A ring is moved on from one newest slot to another, and what was counted in `settled` is taken back. */
interface Move {
  readonly from: number;
  readonly to: number;
  readonly settled: number;
}

/**
 * A ring moved on, with the slots in between emptied, less what is taken back and with what is spent; the same ring where
 * no number of it changes, because few calls run tools and many fall into one second.
 */
function moved(
  ring: readonly number[],
  { from, to, settled }: Move,
  takenBack: number,
  spent: number,
  max: number,
): readonly number[] {
  const { length } = ring;
  const steps = Math.min(to - from, length);
  const takesBack = takenBack > 0 && settled <= to && to - settled < length;
  if (spent === 0 && !takesBack && isEmptyAfter(ring, from, steps)) return ring;
  const next = ring.slice();
  for (let step = 1; step <= steps; step += 1) next[(from + step) % length] = 0;
  if (takesBack) next[settled % length] = within((next[settled % length] ?? 0) - takenBack, max);
  next[to % length] = within((next[to % length] ?? 0) + spent, max);
  return next;
}

/** Whether nothing is counted in the next slots after one. */
function isEmptyAfter(ring: readonly number[], from: number, steps: number): boolean {
  for (let step = 1; step <= steps; step += 1) {
    if (ring[(from + step) % ring.length] !== 0) return false;
  }
  return true;
}

/** Never below 0, never above `max`. */
function within(amount: number, max: number): number {
  return Math.min(max, Math.max(0, amount));
}

/** Sum of the slots from `head - length + 1` that a reader at `now` (same unit) still sees. */
function sumSeen(ring: readonly number[], head: number, now: number): number {
  const length = ring.length;
  let sum = 0;
  if (now === head) {
    for (let slot = 0; slot < length; slot += 1) sum += ring[slot] ?? 0;
    return sum;
  }
  const seen = length - (now - head);
  for (let age = 0; age < seen; age += 1) sum += ring[(head - age + length) % length] ?? 0;
  return sum;
}

/** What was spent in the minute that ends with the current second. */
export function spentInMinute(usage: UsageState, now: number): Spend {
  const second = Math.floor(now / SECOND_MS);
  if (second === usage.second) return spentInAll(usage);
  return {
    tokenCount: sumSeen(usage.tokens, usage.second, second),
    toolCalls: sumSeen(usage.calls, usage.second, second),
  };
}

/** Every second of both rings, in one walk: each record is asked for this twice. */
function spentInAll({ tokens, calls }: UsageState): Spend {
  let [tokenCount, toolCalls] = [0, 0];
  for (let slot = 0; slot < tokens.length; slot += 1) {
    tokenCount += tokens[slot] ?? 0;
    toolCalls += calls[slot] ?? 0;
  }
  return { tokenCount, toolCalls };
}

/** Tokens of the current minute and the 19 before it. */
export function tokensForAverage(usage: UsageState, now: number): number {
  return sumSeen(usage.minutes, usage.minute, Math.floor(now / MINUTE_MS));
}

/** When the oldest second that holds anything leaves the sliding minute, or null. */
export function nextExpiry(usage: UsageState, now: number): number | null {
  const oldest = Math.floor(now / SECOND_MS) - SECONDS_PER_WINDOW + 1;
  for (let second = Math.max(oldest, 0); second <= usage.second; second += 1) {
    const slot = second % SECONDS_PER_WINDOW;
    if (usage.tokens[slot] !== 0 || usage.calls[slot] !== 0) {
      return (second + SECONDS_PER_WINDOW) * SECOND_MS;
    }
  }
  return null;
}

/** When the rolling sum first becomes one that `matters`, as minutes leave it; or null. */
export function nextAverageChange(
  usage: UsageState,
  now: number,
  matters: (tokens: number) => boolean,
): number | null {
  const oldest = Math.floor(now / MINUTE_MS) - MINUTES_PER_AVERAGE + 1;
  let tokens = tokensForAverage(usage, now);
  for (let minute = Math.max(oldest, 0); minute <= usage.minute; minute += 1) {
    const gone = usage.minutes[minute % MINUTES_PER_AVERAGE] ?? 0;
    if (gone === 0) continue;
    tokens -= gone;
    if (matters(tokens)) return (minute + MINUTES_PER_AVERAGE) * MINUTE_MS;
  }
  return null;
}
