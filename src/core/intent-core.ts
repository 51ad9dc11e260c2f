/**
 * The intent core: what the signals suggest. Its default is CONTINUE.
 *
 * Logic and confidence formula are fixed (§6.2): no constitution and no record can change them.
 */
import type { EffectiveLimits } from './constitution/envelope.ts';
import type { IntentDecision } from './contracts.ts';
import { UNIT } from './limits.ts';
import type { Spend } from './records/records.ts';
import type { ThreadState } from './state.ts';
import { decimal } from './wording.ts';

/** The intent for a thread, given its session's spend, limits and health (ten-thousandths). */
export function intentOf(
  thread: ThreadState,
  spent: Spend,
  limits: EffectiveLimits,
  health: number,
): IntentDecision {
  if (thread.runaway !== null) {
    const reason = `RUNAWAY signal since ${thread.runaway.since}`;
    return Object.freeze({ confidence: 1, intent: 'STOP', reason });
  }
  if (thread.loop !== null) {
    const reason = `LOOPING signal since ${thread.loop.since}`;
    return Object.freeze({ confidence: 0.9, intent: 'PAUSE', reason });
  }
  const confidence = Math.min(
    confidenceAt(health, spent.tokenCount, limits.tokens),
    confidenceAt(health, spent.toolCalls, limits.toolCalls),
  );
  const reason = `no signal; health ${decimal(health)}, confidence health × (1 − 0.5 × pressure)`;
  return Object.freeze({ confidence: confidence / UNIT, intent: 'CONTINUE', reason });
}

/** health × (1 − 0.5 × used / limit) in ten-thousandths, the share used being at most 1. */
function confidenceAt(health: number, used: number, limit: number): number {
  const share = Math.min(used, limit);
  return Math.round((health * (2 * limit - share)) / (2 * limit));
}
