/**
 * Stuck without looping: an agent that gets nowhere through no repetition of its own. A stream stalls, the client waits for
 * somebody, the provider limits it or is down, its process crashes, its wakes find nothing to do.
 *
 * Whoever notices writes a note with a code, and another one when it is over. The signs that stand are part of the state,
 * so they survive a restart and a replay gives the same. None of them counts against the agent.
 */
import { clipText } from '../../base/clip-text.ts';
import { raiseHold, type Hold } from '../holds/holds.ts';
import { STUCK_WHY_BYTES_MAX } from '../limits.ts';
import type { AgentState } from '../state.ts';

/** How an agent can be stuck; also codes of `REASONS`. */
export const STUCK_CODES = [
  'STREAM_STALLED',
  'CLIENT_WAITING',
  'USAGE_LIMIT',
  'CRASH_LOOP',
  'PROVIDER_DOWN',
  'TOOL_DOWN',
  'QUICK_RETRIES',
  'EMPTY_WAKES',
  'FRUITLESS_EXCHANGE',
] as const;

export type StuckCode = (typeof STUCK_CODES)[number];

/** What a note says of it. */
export interface StuckNote {
  readonly code: StuckCode;
  readonly state: 'begun' | 'over';
  /** Park the agent until then: where a person configured it, and only with `begun`. */
  readonly until?: number;
}

/** A sign that stands. */
export interface StuckSign {
  readonly code: StuckCode;
  readonly since: number;
  readonly why: string;
}

/** The agent after a note, and what the decision says of it. */
export function takeStuck(
  agent: AgentState,
  { code, state, until }: StuckNote,
  why: string,
  now: number,
): { readonly agent: AgentState; readonly notes: readonly string[] } {
  const text = clipText(why, STUCK_WHY_BYTES_MAX);
  const { stuck = [], ...rest } = agent;
  const others = stuck.filter((one) => one.code !== code);
  if (state === 'over') {
    const left = others.length === 0 ? rest : { ...rest, stuck: others };
    return { agent: left, notes: [`${code}: over: ${JSON.stringify(text)}`] };
  }
  const since = stuck.find((one) => one.code === code)?.since ?? now;
  const signed = { ...rest, stuck: [...others, { code, since, why: text }] };
  return {
    agent: parkedUntil(signed, until, why, now),
    notes: [`${code}: ${JSON.stringify(text)}`],
  };
}

function parkedUntil(
  agent: AgentState,
  until: number | undefined,
  why: string,
  now: number,
): AgentState {
  if (until === undefined || until <= now) return agent;
  const hold: Hold = { by: 'stuck', hold: 'parked', since: now, until, why };
  return { ...agent, holds: raiseHold(agent.holds, hold) };
}
