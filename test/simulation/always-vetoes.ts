/**
 * What must always be true of vetoes: limits are counted right, the highest speaks, a cooldown lasts
 * exactly as long as it says, and healthy work is left alone.
 */
import type { SafetyVeto } from '../../src/core/index.ts';
import { isHeld } from './always-holds.ts';
import type { Sight } from './sight.ts';

/** The veto that speaks is the highest of those named. */
export function highestVetoSpeaks({ decision, named }: Sight): string | null {
  const said = decision.safety.vetoReason;
  return said === named[0] ? null : `vetoReason ${said} but the reason names ${named.join(', ')}`;
}

/** What is allowed continues, is within its limits, and no veto applies. */
export function allowedMeansClear(sight: Sight): string | null {
  const { decision, named, spent, limits } = sight;
  if (!decision.safety.allowed) return null;
  if (decision.intent.intent !== 'CONTINUE') return `allowed with ${decision.intent.intent}`;
  if (decision.safety.vetoReason !== undefined || named.length > 0) return 'allowed with a veto';
  if (spent.tokenCount > limits.tokens) return `allowed with ${spent.tokenCount} tokens spent`;
  if (spent.toolCalls > limits.toolCalls) return `allowed with ${spent.toolCalls} calls made`;
  return null;
}

/** What is refused is refused for a reason. */
export function refusalHasACause(sight: Sight): string | null {
  if (sight.decision.safety.allowed || sight.named.length > 0 || isHeld(sight)) return null;
  return 'refused, but no veto and no hold applies';
}

/** The remaining budget is what a recount of the last 60 seconds leaves. */
export function budgetIsRecounted({ decision, spent, limits }: Sight): string | null {
  const expected = Math.max(0, limits.tokens - spent.tokenCount);
  const said = decision.safety.remainingBudget;
  return said === expected ? null : `remainingBudget ${said}, a recount leaves ${expected}`;
}

/** A limit is broken exactly when it is exceeded. */
export function limitsAreExact({ named, spent, asked, limits }: Sight): string | null {
  const tokens = spent.tokenCount + asked.tokenCount;
  if (tokens > limits.tokens !== named.includes('TOKEN_BUDGET_EXCEEDED')) {
    return `${tokens} of ${limits.tokens} tokens, named: ${named.join(', ')}`;
  }
  const calls = spent.toolCalls + asked.toolCalls;
  if (calls > limits.toolCalls !== named.includes('RATE_LIMIT_EXCEEDED')) {
    return `${calls} of ${limits.toolCalls} tool calls, named: ${named.join(', ')}`;
  }
  return null;
}

const CAUSES: readonly SafetyVeto[] = [
  'RUNAWAY_DETECTED',
  'LOOP_DETECTED',
  'TOKEN_BUDGET_EXCEEDED',
  'RATE_LIMIT_EXCEEDED',
];

/** The vetoes named that start a cooldown when they appear on an event. */
export function causesOf({ named }: Sight): readonly SafetyVeto[] {
  return named.filter((veto) => CAUSES.includes(veto));
}

/** A cooldown stands from the event that starts it, for its whole time and not longer. */
export function cooldownLastsExactly(sight: Sight): string | null {
  const { record, place } = sight;
  const until = Math.max(place.session.cooldownUntil, place.thread.cooldownUntil);
  const starts = record.type === 'event' && causesOf(sight).length > 0;
  const expected = starts || until > place.now;
  if (expected === sight.named.includes('COOLDOWN_ACTIVE')) return null;
  return expected ? `no cooldown, it lasts until ${until}` : `a cooldown at ${place.now}`;
}

/** Enough equal outputs in a row are a loop, whatever else is going on. */
export function equalOutputsAreALoop({ record, named, place, book }: Sight): string | null {
  if (record.type !== 'event' || place.thread.equalOutputs < book.values.loopWindowSize)
    return null;
  if (named.includes('LOOP_DETECTED')) return null;
  return `${place.thread.equalOutputs} equal outputs and no loop`;
}

/** Healthy agents are never taken for a loop or a runaway. */
export function healthyAreLeftAlone({ healthy, named }: Sight): string | null {
  if (!healthy) return null;
  const wrong = named.find((veto) => veto === 'LOOP_DETECTED' || veto === 'RUNAWAY_DETECTED');
  return wrong === undefined ? null : `${wrong} on a healthy agent`;
}

/** Loops and runaways are refused, and the intent says so too. */
export function signalsShapeIntent({ decision, named }: Sight): string | null {
  const { intent } = decision.intent;
  const expected = named.includes('RUNAWAY_DETECTED')
    ? 'STOP'
    : named.includes('LOOP_DETECTED')
      ? 'PAUSE'
      : 'CONTINUE';
  return intent === expected ? null : `intent ${intent} where ${expected} was due`;
}
