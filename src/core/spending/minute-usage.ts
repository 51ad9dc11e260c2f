/**
 * What a session spends against what it may, for people who look at it.
 *
 * The decision itself carries only what is left; whoever draws it needs both numbers and the minutes before.
 */
import type { ConstitutionValues } from '../constitution/constitution.ts';
import { effectiveLimits } from '../constitution/envelope.ts';
import type { AgentState } from '../state.ts';
import { spentInMinute } from './usage.ts';

/** The sliding minute of a session. */
export interface MinuteUsage {
  readonly tokens: number;
  readonly toolCalls: number;
  /** What it may spend at its health. */
  readonly tokensMax: number;
  readonly toolCallsMax: number;
  /** By minute, the oldest first, the current one last. */
  readonly tokensByMinute: readonly number[];
}

const MINUTE_MS = 60_000;

/** The usage of a session; null when there is no such session. */
export function minuteUsage(
  agent: AgentState,
  session: string,
  now: number,
  values: ConstitutionValues,
): MinuteUsage | null {
  const own = Object.hasOwn(agent.sessions, session) ? agent.sessions[session] : undefined;
  if (own === undefined) return null;
  const spent = spentInMinute(own.usage, now);
  const { tokens, toolCalls } = effectiveLimits(agent.envelope, own.health.value, values);
  const { minutes, minute: head } = own.usage;
  const newest = Math.floor(now / MINUTE_MS);
  const tokensByMinute = minutes.map((_, index) => {
    const minute = newest - minutes.length + 1 + index;
    const isSeen = minute <= head && minute > head - minutes.length && minute >= 0;
    return isSeen ? (minutes[minute % minutes.length] ?? 0) : 0;
  });
  return {
    tokens: spent.tokenCount,
    toolCalls: spent.toolCalls,
    tokensMax: tokens,
    toolCallsMax: toolCalls,
    tokensByMinute,
  };
}
