/**
 * What a session spent, found by going through everything that was ever counted in it.
 */
import type { ConstitutionValues } from '../../src/core/constitution/constitution.ts';
import { units, type ModelAgent, type ModelSession, type SpendEntry } from './model-world.ts';

export interface Spent {
  readonly tokens: number;
  readonly calls: number;
}

const secondOf = (time: number): number => Math.floor(time / 1_000);
const minuteOf = (time: number): number => Math.floor(time / 60_000);

/** Adds up entries of one bucket in their order: never below 0, never above the ceiling. */
function bucket(entries: readonly SpendEntry[], field: 'tokens' | 'calls', most: number): number {
  let sum = 0;
  for (const entry of entries) {
    sum = Math.min(most, Math.max(0, sum + entry.sign * entry[field]));
  }
  return sum;
}

/** Tokens and calls of the current second and the 59 before it. */
export function spentInMinute(session: ModelSession, now: number): Spent {
  const last = secondOf(now);
  const near = session.spends.filter(({ at }) => secondOf(at) <= last && secondOf(at) > last - 60);
  const seconds = new Set(near.map(({ at }) => secondOf(at)));
  let tokens = 0;
  let calls = 0;
  for (const second of seconds) {
    const entries = near.filter(({ at }) => secondOf(at) === second);
    tokens += bucket(entries, 'tokens', 9_999_999);
    calls += bucket(entries, 'calls', 9_999);
  }
  return { tokens, calls };
}

/** From how many tokens on the intensity is HIGH: it must be above this. */
export function highAbove(session: ModelSession, now: number, values: ConstitutionValues): number {
  const last = minuteOf(now);
  const near = session.spends.filter(({ at }) => minuteOf(at) <= last && minuteOf(at) > last - 20);
  let sum = 0;
  for (const minute of new Set(near.map(({ at }) => minuteOf(at)))) {
    const entries = near.filter(({ at }) => minuteOf(at) === minute);
    sum += bucket(entries, 'tokens', 99_999_999);
  }
  const product = units(values.intensityAverageFactor) * sum;
  const divisor = 20 * 10_000;
  const raised = (product - (product % divisor)) / divisor;
  return Math.min(values.intensityHighCeiling, Math.max(values.intensityHighAbove, raised));
}

/** What the session may spend in the sliding minute with its health and the agent's envelope. */
export function limitsOf(
  agent: ModelAgent,
  session: ModelSession,
  values: ConstitutionValues,
): Spent {
  const budget = BigInt(Math.min(values.maxTokensPerMinute, agent.ownTokens ?? Infinity));
  const cap = units(values.recoveryCap);
  const least = units(values.budgetShareMin);
  // health / cap against the smallest share, as whole numbers over cap × 10,000.
  const share = Math.min(cap * 10_000, Math.max(least * cap, session.health * 10_000));
  const tokens = Number((budget * BigInt(share)) / BigInt(cap * 10_000));
  const calls = Math.min(values.maxToolCallsPerMinute, agent.ownCalls ?? Infinity);
  return { tokens: Math.max(1, tokens), calls };
}

/** The times after `after` at which something that was counted leaves a window. */
export function leavingTimes(session: ModelSession, after: number): number[] {
  return session.spends
    .flatMap(({ at }) => [(secondOf(at) + 60) * 1_000, (minuteOf(at) + 20) * 60_000])
    .filter((time) => time > after);
}
