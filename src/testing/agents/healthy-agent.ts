/**
 * A healthy coding agent: every answer differs, bursts of work alternate with a person's pauses.
 *
 * It is the control of every demonstration: a kill switch that stops this one is worse than none.
 */
import { unlikeHash } from './output-hashes.ts';
import type { Act, AgentScript, Outcome } from './scripted-agent.ts';

/** Gaps between answers; those over half a minute are a person reading or at lunch. */
const GAPS_S = [4, 9, 6, 14, 5, 11, 7, 42, 5, 8, 3, 12, 6, 17, 58, 7, 4, 10, 9, 6, 21, 5, 47];
const TOKENS = [900, 2_400, 1_300, 3_100, 700, 1_800, 2_700, 1_100, 3_600, 1_500];
const TOOL_CALLS = [1, 2, 0, 3, 1, 1, 2];
/**
 * An action that fails now and then is part of healthy work. Every 29th is one in about six
 * minutes, which health regains in time under `frozen-v0.2`; one in three minutes it does not.
 */
const FAILS_EVERY = 29;

/** A healthy agent that works for about `durationMs`. */
export function healthyAgent(durationMs: number): AgentScript {
  const acts: Act[] = [];
  let elapsedMs = 0;
  for (let index = 0; elapsedMs < durationMs; index += 1) {
    const afterMs = pick(GAPS_S, index) * 1_000;
    elapsedMs += afterMs;
    const failed = index % FAILS_EVERY === FAILS_EVERY - 1;
    const outcome: Outcome = { status: failed ? 'FAILED' : 'SUCCESS', durationMs: 900 };
    acts.push({
      kind: 'response',
      afterMs,
      tokenCount: pick(TOKENS, index),
      toolCalls: pick(TOOL_CALLS, index),
      outputHash: unlikeHash(`healthy ${index}`),
      outcome,
    });
  }
  return { name: 'healthy', about: 'a coding agent at a human pace', startsAtMs: 0, acts };
}

function pick(cycle: readonly number[], index: number): number {
  return cycle[index % cycle.length] ?? 0;
}
